/** The receipt follows a purchase in the background, even when the server of the purchase is gone. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { sql } from "kysely";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import { openDatabase } from "../../../db/open.ts";
import { ANN, BOB, buy, runDueWork, type SubscriptionsFixture } from "../testing/fixture.ts";
import { withEmptyFixture } from "../testing/empty_fixture.ts";
import { contextOf } from "../build_context.ts";
import { writeReceipts } from "./receipts.ts";

const WEEKLY = "tck_weekly_3dtrial";

onBothEngines("the receipt of a purchase", (place) => {
  const withFixture = (live: (h: SubscriptionsFixture) => Promise<void>) => withEmptyFixture({ place: place() }, live);
  const due = async (h: SubscriptionsFixture) =>
    (await h.db.selectFrom("subs_subscriptions").select("receipt_due_ms").execute()).map((row) => row.receipt_due_ms);
  /** As if the server had stopped right after the purchase. */
  const forgetReceipts = async (h: SubscriptionsFixture) => {
    await h.ports.sender.sendDue();
    // A link of an email that is still being sent has to be stored.
    const bought = (await due(h)).length;
    await eventually(() => h.mails.length === bought, () => h.mails);
    for (const table of ["mail_outbox", "subs_capabilities", "subs_events"] as const) {
      await h.db.deleteFrom(table).execute();
    }
    await h.db.updateTable("subs_subscriptions").set({ receipt_due_ms: h.clock.now() }).execute();
    h.mails.length = 0;
  };
  const written = async (h: SubscriptionsFixture) => [
    (await h.db.selectFrom("subs_events").select("id").where("name", "=", "enrolled").execute()).length,
    (await h.db.selectFrom("subs_capabilities").select("hash").execute()).length,
    (await h.db.selectFrom("mail_outbox").select("id").where("kind", "=", "enrolment").execute()).length,
  ];

  it("is written once by the jobs of any server after the one of the purchase stopped", () =>
    withFixture(async (h) => {
      await buy(h, WEEKLY, { checkout: ANN });
      await forgetReceipts(h);
      assertEquals((await runDueWork(h.ports)).receipts, 1);
      assertEquals(await written(h), [1, 2, 1]);
      assertEquals(h.mails.map(({ kind, to }) => [kind, to]), [["enrolment", "Ann@Example.com"]]);
      assertEquals(await due(h), [null]);
      assertEquals((await runDueWork(h.ports)).receipts, 0);
      assertEquals(await written(h), [1, 2, 1]);
    }));

  it("comes in batches, and the event keeps the time of the purchase", () =>
    withFixture(async (h) => {
      const boughtMs = h.clock.now();
      await buy(h, WEEKLY, { checkout: ANN });
      await buy(h, "tck_3month_plan", { checkout: BOB });
      await forgetReceipts(h);
      h.clock.advance(60_000);
      assertEquals(await writeReceipts(contextOf(h.ports)), 2);
      assertEquals(await written(h), [2, 4, 2]);
      const events = await h.db.selectFrom("subs_events").select("at_ms").where("name", "=", "enrolled").execute();
      assertEquals(events.map(({ at_ms }) => at_ms), [boughtMs, boughtMs]);
    }));

  it("waits a moment after the previous batch, so that purchases in between share the next one", () =>
    withFixture(async (h) => {
      const { enqueueOnce } = contextOf(h.ports);
      const [begunMs, apartMs]: [number[], number] = [[], 100];
      const begin = () => enqueueOnce("batches", () => Promise.resolve(begunMs.push(performance.now())), apartMs);
      begin();
      await eventually(() => begunMs.length === 1);
      for (let purchase = 0; purchase < 5; purchase++) begin();
      await eventually(() => begunMs.length > 1);
      const [first = NaN, second = NaN, ...others] = begunMs;
      assert(second - first >= apartMs - 1, `${second - first} ms apart`);
      assertEquals(others, []);
    }));

  it("of a purchase that cannot be written delays no other, is logged, and follows once it can", () =>
    withFixture(async (h) => {
      for (let at = 0; at < 6; at++) await buy(h, WEEKLY, { checkout: String(at).repeat(64) });
      await forgetReceipts(h);
      const ids = (await h.db.selectFrom("subs_subscriptions").select("id").orderBy("id").execute()).map(({ id }) =>
        id
      );
      // The first and the last of the batch: no email could show their dates.
      const [first = "", last = ""] = [ids[0], ids.at(-1)];
      const setStart = (started_ms: number) =>
        h.db.updateTable("subs_subscriptions").set({ started_ms }).where("id", "in", [first, last]).execute();
      await setStart(9e15);
      assertEquals(await writeReceipts(contextOf(h.ports)), 4);
      assertEquals(await written(h), [4, 8, 4]);
      assertEquals((await due(h)).filter((ms) => ms !== null).length, 2);
      await setStart(h.clock.now());
      assertEquals(await writeReceipts(contextOf(h.ports)), 2);
      assertEquals(await written(h), [6, 12, 6]);
      const numbers = await h.db.selectFrom("subs_charges").select("receipt").distinct().execute();
      assertEquals(numbers.length, 6);
    }));

  it("is not written for a member who was erased before, and leaves no link", () =>
    withFixture(async (h) => {
      await buy(h, WEEKLY, { checkout: ANN });
      await forgetReceipts(h);
      await h.db.updateTable("subs_subscriptions").set({ email: "", email_key: "gone" }).execute();
      await writeReceipts(contextOf(h.ports));
      assertEquals(await written(h), [1, 0, 0]);
      assertEquals(await due(h), [null]);
    }));

  it("is left to the server that is writing receipts, and a locked purchase to the next batch", () =>
    withFixture(async (h) => {
      if (place().kind === "sqlite") return assertEquals(await writeReceipts(contextOf(h.ports)), 0);
      await buy(h, WEEKLY, { checkout: ANN });
      await forgetReceipts(h);
      const other = await openDatabase(place());
      try {
        await other.transaction().execute(async (trx) => {
          await sql`select pg_advisory_xact_lock(hashtextextended('receipts', 0))`.execute(trx);
          assertEquals(await writeReceipts(contextOf(h.ports)), 0);
        });
        await other.transaction().execute(async (trx) => {
          await trx.selectFrom("subs_subscriptions").select("id").forUpdate().execute();
          assertEquals(await writeReceipts(contextOf(h.ports)), 0);
        });
      } finally {
        await other.destroy();
      }
      assertEquals(await writeReceipts(contextOf(h.ports)), 1);
    }));
});
