/** Plans whose card is declined for good: never charged again, and kept for another card. */
import { afterEach, beforeEach, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { onBothEngines } from "../../../../../tests/support/engines.ts";
import { DAY_MS } from "../../../../wire/billing/schedule.ts";
import { contextOf } from "../../build_context.ts";
import { cancelled } from "../../db/statuses.ts";
import { runDueWork } from "../../due_work.ts";
import { parseStoredCard } from "../../payments_client/stored_card.ts";
import { refundRow } from "../../db/refund_parts.ts";
import { sendRefunds } from "../../refunds/refunds.ts";
import { followCard } from "./follow_card.ts";
import { eventually } from "../../../../../tests/support/eventually.ts";
import { ANN, BOB, buy, prepare, type SubscriptionsFixture } from "../../testing/fixture.ts";
import { openEmptyFixture } from "../../testing/empty_fixture.ts";

onBothEngines("a card that is declined for good", (place) => {
  let h: SubscriptionsFixture;
  beforeEach(async () => {
    h = await openEmptyFixture({ place: place() });
  });
  afterEach(() => h.close());

  const rowOf = (id: string) =>
    h.db.selectFrom("subs_subscriptions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  /** Names of the plan's events, oldest first. */
  const eventsOf = async (id: string) =>
    (await h.db.selectFrom("subs_events").select("name").where("subscription_id", "=", id).orderBy("at_ms").execute())
      .map(({ name }) => name);
  const declined = () => h.mails.filter(({ kind }) => kind === "declined");
  const attempts = () => h.payments.calls.filter((call) => call.endsWith("/authorize")).length;
  /** A plan whose first renewal is declined with this result. */
  const waiting = async (result: string) => {
    const id = await buy(h);
    h.payments.declineStored = true;
    h.payments.declineResult = result;
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    return id;
  };
  const renewedCard = async (id: string) => {
    const { payment_instrument_id, holder_reference } = await rowOf(id);
    h.payments.cards.set(payment_instrument_id, {
      id: payment_instrument_id,
      status: "enabled",
      holderReference: holder_reference,
      displayName: "Visa •••• 1125",
      data: { cardChange: { change: "card_replaced", time: new Date(h.clock.now()).toISOString() } },
    });
  };

  it("O-DUNNING-08: is not charged again; the member is asked for another one with a link, and the plan ends after five days", async () => {
    const id = await waiting("BlockedInstrument");
    const row = await rowOf(id);
    assertEquals([row.status, row.next_charge_ms, row.grace_ms], ["past_due", null, h.clock.now() + 5 * DAY_MS]);
    await eventually(() => declined().length === 1);
    assertMatch(
      declined()[0]?.text ?? "",
      /won't charge this card again unless your bank renews it[^]*https:\/\/app\.example\/trustcheck\/subscription\?pay=/,
    );
    const before = attempts();
    h.clock.advance(5 * DAY_MS - 1);
    await runDueWork(h.ports);
    assertEquals((await rowOf(id)).status, "past_due");
    h.clock.advance(1);
    await runDueWork(h.ports);
    assertEquals([(await rowOf(id)).status, (await rowOf(id)).grace_ms, attempts()], ["ended", null, before]);
    assertEquals((await rowOf(id)).current_period_end_ms, row.grace_ms, "access ended on the day that the email named");
    const { body } = await h.call("POST", `/leaving/${id}`, { checkout: ANN });
    assertEquals([body.status, body.until], ["ended", new Date(row.grace_ms ?? 0).toISOString()]);
    await eventually(() => declined().length === 2);
    assertMatch(declined()[1]?.text ?? "", /couldn.t charge any of your cards/);
    assertEquals((await eventsOf(id)).slice(-2), ["declined", "grace_over"]);
  });

  it("O-DUNNING-08: a retry that finds the card expired leaves five days from then, or those until the next period", async () => {
    const firstMs = h.clock.now() + 3 * DAY_MS;
    const id = await waiting("InsufficientBalance");
    h.payments.declineResult = "ExpiredInstrument";
    h.clock.advance(((await rowOf(id)).next_charge_ms ?? 0) - h.clock.now());
    await runDueWork(h.ports);
    const row = await rowOf(id);
    assertEquals([row.status, row.next_charge_ms, row.grace_ms], ["past_due", null, firstMs + 6 * DAY_MS]);
    assertEquals((await eventsOf(id)).filter((name) => name === "declined").length, 2);
  });

  it("an outage during the last retry of a plan is waited out", async () => {
    const id = await waiting("LimitExceeded");
    for (
      const [days, result] of [[1, "LimitExceeded"], [2, "LimitExceeded"], [2, "ProviderConnectionError"]] as const
    ) {
      h.payments.declineResult = result;
      h.clock.advance(days * DAY_MS);
      await runDueWork(h.ports);
    }
    const row = await rowOf(id);
    assertEquals([row.status, row.next_charge_ms], ["past_due", h.clock.now() + 3_600_000]);
  });

  it("a bank that wants the member present is not asked again without them", async () => {
    await waiting("PayerAuthenticationRequired");
    await eventually(() => declined().length === 1);
    assertMatch(declined()[0]?.text ?? "", /needs you to confirm this payment[^]*Pay and confirm with your bank:/);
  });

  it("a bank that is down is asked again within hours, and the member gets no email about it", async () => {
    const id = await waiting("ProviderTimeout");
    assertEquals((await rowOf(id)).next_charge_ms, h.clock.now() + 3_600_000);
    h.payments.declineStored = false;
    h.clock.advance(3_600_000);
    await runDueWork(h.ports);
    assertEquals([(await rowOf(id)).status, declined().length], ["active", 0]);
  });

  it("O-DUNNING-09: a purchase of the same plan replaces the one that waits, and only one is charged", async () => {
    const id = await waiting("InvalidInstrument");
    const again = await buy(h, "tck_weekly_3dtrial", { checkout: ANN });
    await runDueWork(h.ports);
    assertEquals([(await rowOf(id)).status, (await rowOf(again)).status], ["ended", "trial"]);
    assertEquals((await eventsOf(id)).filter((name) => name !== "enrolled").toSorted(), ["declined", "replaced"]);
    await renewedCard(id);
    h.clock.advance(6 * 3_600_000);
    await runDueWork(h.ports);
    assertEquals((await rowOf(id)).status, "ended");
    assertEquals(declined().length, 1);
  });

  it("SECURITY: a purchase with another person's typed address replaces nothing until its buyer proves the address", async () => {
    const id = await waiting("InvalidInstrument");
    await h.call("POST", "/claim-purchases", { token: "ann:ann@example.com" });
    await buy(h, "tck_weekly_3dtrial", { checkout: BOB });
    await runDueWork(h.ports);
    assertEquals((await rowOf(id)).status, "past_due");
    await h.call("POST", "/claim-purchases", { token: "ann:ann@example.com" });
    await runDueWork(h.ports);
    assertEquals((await rowOf(id)).status, "ended");
  });

  it("O-DUNNING-09: the network's report of a renewed card charges no plan that a purchase replaces, and counts once", async () => {
    const id = await waiting("InvalidInstrument");
    await buy(h, "tck_weekly_3dtrial", { checkout: ANN });
    await renewedCard(id);
    const card = parseStoredCard(h.payments.cards.get((await rowOf(id)).payment_instrument_id));
    const context = contextOf(h.ports);
    await followCard(context, { ...card, holderReference: "another" });
    assertEquals((await rowOf(id)).card_change, null, "another holder's card");
    // The webhook comes before the job that ends what was replaced, and comes twice.
    for (let times = 0; times < 2; times++) await followCard(context, card);
    const { card_change, next_charge_ms } = await rowOf(id);
    assertEquals([card_change, next_charge_ms], ["card_replaced", null]);
    assertEquals((await eventsOf(id)).filter((name) => name === "card_changed").length, 1);
  });

  it("a report about the old card is not written onto one that the member enters meanwhile", async () => {
    const id = await waiting("ExpiredInstrument");
    await renewedCard(id);
    const card = parseStoredCard(h.payments.cards.get((await rowOf(id)).payment_instrument_id));
    const context = contextOf(h.ports);
    // The member's change commits after the plans of the card are read, and before they are written.
    const db = new Proxy(context.db, {
      get(target, name) {
        if (name !== "transaction") return Reflect.get(target, name).bind(target);
        const execute = async (work: Parameters<ReturnType<typeof target.transaction>["execute"]>[0]) => {
          await target.updateTable("subs_subscriptions").set({ payment_instrument_id: "pi_new" }).where("id", "=", id)
            .execute();
          return await target.transaction().execute(work);
        };
        return () => ({ execute });
      },
    });
    await followCard({ ...context, db }, card);
    const row = await rowOf(id);
    assertEquals([row.card_change, row.card_label, row.next_charge_ms], [null, "", null]);
  });

  it("a plan that is cancelled while its renewal is declined gets no email about it", async () => {
    const id = await buy(h);
    h.payments.declineStored = true;
    h.payments.before = async ({ url }) => {
      if (!url.endsWith("/authorize")) return undefined;
      await h.db.updateTable("subs_subscriptions").set(cancelled(h.clock.now())).where("id", "=", id).execute();
      return undefined;
    };
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    await runDueWork(h.ports);
    const mails = await h.db.selectFrom("mail_outbox").select("kind").where("subscription_id", "=", id).execute();
    assertEquals([(await rowOf(id)).status, attempts()], ["cancelled", 1]);
    assertEquals(mails.filter(({ kind }) => kind === "declined"), []);
  });

  it("O-DUNNING-10: a card that the network renewed is charged at once, even when the webhook was lost", async () => {
    const id = await waiting("ExpiredInstrument");
    await renewedCard(id);
    h.payments.declineStored = false;
    h.clock.advance(5 * DAY_MS);
    await runDueWork(h.ports);
    await runDueWork(h.ports);
    const row = await rowOf(id);
    assertEquals([row.status, row.grace_ms, row.card_change], ["active", null, "card_replaced"]);
    const view = (await h.call("POST", `/subscriptions/${id}`, { checkout: ANN })).body;
    assertEquals((view.card as { label: string }).label, "Visa •••• 1125");
  });

  /** A plan whose card the network renews while its first renewal is declined for the old expiry. */
  const renewedInFlight = async (paysThen: boolean) => {
    const id = await buy(h);
    h.payments.declineStored = true;
    h.payments.declineResult = "ExpiredInstrument";
    h.payments.before = async ({ url }) => {
      if (!url.endsWith("/authorize")) return undefined;
      if (attempts() > 1) {
        h.payments.declineStored = !paysThen;
        return undefined;
      }
      await renewedCard(id);
      const { payment_instrument_id } = await rowOf(id);
      await followCard(contextOf(h.ports), parseStoredCard(h.payments.cards.get(payment_instrument_id)));
      return undefined;
    };
    h.clock.advance(3 * DAY_MS);
    for (const _ of ["first", "second"]) await runDueWork(h.ports);
    return await rowOf(id);
  };

  it("O-DUNNING-10: a card that the network renews while its old expiry is being declined is charged at once", async () => {
    const { status, grace_ms } = await renewedInFlight(true);
    assertEquals([status, grace_ms, attempts()], ["active", null, 2]);
    assertEquals(declined(), [], "the member is asked for no card");
  });

  it("O-DUNNING-10: a renewed card that is declined as well waits for another one, five days from the first decline", async () => {
    const { status, next_charge_ms, grace_ms } = await renewedInFlight(false);
    assertEquals([status, next_charge_ms, grace_ms], ["past_due", null, h.clock.now() + 5 * DAY_MS]);
    assertEquals(attempts(), 2);
    await eventually(() => declined().length === 1);
  });

  const REQUEST = { email: "ann@example.com", product: "TCK", host: "", emailing: true };
  const asksByEmail = async (path: string, kind: string, body?: unknown) => {
    await h.call("POST", path, {}, body);
    return await linkIn(kind);
  };
  const linkIn = async (kind: string) => {
    await eventually(() => h.mails.some((mail) => mail.kind === kind));
    return /unsubscription\?c=([\w-]{43})/.exec(h.mails.findLast((mail) => mail.kind === kind)?.text ?? "")?.[1] ?? "";
  };
  it("TRUST T5: a plan that waits for another card is cancelled by email, and its renewed card is not charged", async () => {
    const id = await waiting("ExpiredInstrument");
    const link = await asksByEmail("/cancel-request", "cancel-request", REQUEST);
    assertEquals((await h.call("POST", `/cancel-subscription/${link}`)).body.already, false);
    await renewedCard(id);
    h.payments.declineStored = false;
    h.payments.operations.length = 0;
    h.clock.advance(5 * DAY_MS);
    await runDueWork(h.ports);
    await runDueWork(h.ports);
    assertEquals([(await rowOf(id)).status, h.payments.operations], ["cancelled", []]);
  });

  it("TRUST T5: emails about a plan that waits for another card have its cancel link", async () => {
    await waiting("ExpiredInstrument");
    const links = [await asksByEmail("/send-activation/ann%40example.com", "activation")];
    const [charge] = await h.db.selectFrom("subs_charges").selectAll().where("charge_key", "=", "period:0").execute();
    if (charge === undefined) throw new Error("no purchase");
    await h.db.insertInto("subs_refunds")
      .values(refundRow({ charge, cents: 50, reason: "operator", nowMs: h.clock.now() })).execute();
    await sendRefunds(contextOf(h.ports));
    links.push(await linkIn("refunded"));
    assertEquals(links.map((link) => link.length), [43, 43]);
  });

  it("a member whose plan waits for another card is not erased before it is cancelled", async () => {
    const id = await waiting("ExpiredInstrument");
    const ann = { token: "ann:ann@example.com" };
    await h.call("POST", "/claim-purchases", ann);
    assertEquals((await h.call("POST", "/forget-member", ann)).status, 409);
    assertEquals((await h.call("POST", `/cancel-subscription/${id}`, ann)).status, 200);
    assertEquals((await h.call("POST", "/forget-member", ann)).status, 200);
  });

  it("O-DUNNING-09: another plan, and another person's purchase of the same one, replace nothing", async () => {
    const id = await waiting("FraudRisk");
    await buy(h, "tck_3month_plan");
    const { body } = await prepare(h, "tck_weekly_3dtrial", { checkout: BOB });
    const bought = await h.call("POST", "/subs/create-no-user", { checkout: BOB }, {
      ...body,
      email: "bob@example.com",
    });
    assertEquals(bought.body.error, "");
    await runDueWork(h.ports);
    assertEquals((await rowOf(id)).status, "past_due");
  });
});
