/**
 * What networks report about a stored card, from the purchase to the renewal: a new card pays without the member, and a
 * closed card is never charged, so that the member is asked for another one.
 */
import { after, before, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { createVisitor } from "../support/app/http_visitor.ts";
import { type ConsoleFixture, openConsole } from "../support/console/console_fixture.ts";
import { onBothEngines } from "../support/engines.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

onBothEngines("a stored card until its renewal", (place) => {
  let fixture: ConsoleFixture;
  before(async () => {
    fixture = await openConsole({ place: place() });
  });
  after(() => fixture.close());

  const work = async () => {
    for (const each of fixture.context.works) await each();
  };
  /** Lets the network report once a minute, and the services work. */
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      fixture.clock.advance(MINUTE_MS + 1_000);
      await work();
    }
    await work();
  };
  const later = async (days: number) => {
    fixture.clock.advance(days * DAY_MS);
    await work();
    await work();
  };
  const buy = async (card: string): Promise<string> => {
    const email = `${card}-${crypto.randomUUID().slice(0, 8)}@mail.example`;
    return (await createVisitor(fixture.context).buy("tck_weekly_3dtrial", email, card)).body.subscription_id;
  };
  const stateOf = async (id: string) => {
    const { db } = fixture.context;
    const plan = await db.selectFrom("subs_subscriptions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const { suffix } = await db.selectFrom("pay_instruments").select("suffix")
      .where("id", "=", plan.payment_instrument_id).executeTakeFirstOrThrow();
    const renewals = await db.selectFrom("subs_charges").select("state").where("subscription_id", "=", id)
      .where("kind", "=", "renewal").execute();
    const mails = await db.selectFrom("mail_outbox").select(["kind", "text"]).where("subscription_id", "=", id)
      .orderBy("created_ms").execute();
    const asked = mails.filter(({ kind }) => kind === "declined").map(({ text }) => text);
    return { status: plan.status, suffix, renewals: renewals.map(({ state }) => state), asked };
  };

  for (
    const [name, card, suffix] of [
      ["replaced", "4000000000001083", "1125"],
      ["prolonged", "4000000000001075", "1075"],
    ] as const
  ) {
    it(`O-DUNNING-13: a card that its network ${name} pays the renewal without the member`, async () => {
      const id = await buy(card);
      await minutes(1);
      await later(3);
      assertEquals(await stateOf(id), { status: "active", suffix, renewals: ["succeeded"], asked: [] });
    });
  }

  for (
    const [name, card, steps] of [
      ["closed account", "4000000000001091", 1],
      ["deleted network token", "4000000000001117", 2],
    ] as const
  ) {
    it(`O-DUNNING-13: a ${name} is never charged: the member is asked for another card, and the plan ends after five days`, async () => {
      const id = await buy(card);
      await minutes(steps);
      const before = fixture.lines.length;
      await later(3);
      const logged = fixture.lines.slice(before).flatMap((line) => /"charge\.[a-z-]+"/.exec(line) ?? []);
      assertEquals(new Set(logged), new Set(['"charge.refused"']), "the service answered, and refused");
      const { status, renewals, asked } = await stateOf(id);
      assertEquals([status, renewals.filter((state) => state === "succeeded"), asked.length], ["past_due", [], 1]);
      assertMatch(asked[0] ?? "", /won't charge this card again[^]*\/subscription\?pay=/);
      await later(5);
      assertEquals((await stateOf(id)).status, "ended");
      assertEquals(await captured(id), 1, "the first charge alone");
    });
  }

  it("O-DUNNING-13: a suspended network token waits, and pays without the member once it is resumed", async () => {
    const id = await buy("4000000000001109");
    await minutes(1);
    // The renewal falls into the minute of the suspension.
    await fixture.context.db.updateTable("subs_subscriptions").set({ next_charge_ms: fixture.clock.now() })
      .where("id", "=", id).execute();
    await work();
    const suspended = await stateOf(id);
    assertEquals([suspended.status, suspended.renewals.includes("succeeded")], ["past_due", false]);
    await minutes(1);
    await later(1);
    const resumed = await stateOf(id);
    assertEquals([resumed.status, resumed.renewals.filter((state) => state === "succeeded").length], ["active", 1]);
  });

  /** Payments of the plan for which money moved. */
  async function captured(id: string): Promise<number> {
    const { db } = fixture.context;
    const rows = await db.selectFrom("subs_charges").innerJoin("pay_executions", "pay_executions.id", "execution_id")
      .select("pay_executions.id").where("subscription_id", "=", id).where("captured_minor", ">", 0).execute();
    return rows.length;
  }
});
