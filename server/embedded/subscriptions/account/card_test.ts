/** The card of a plan: who sees it, who changes it, and what the next renewal is charged to. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import { renewDue } from "../billing/renew_due.ts";
import { contextOf } from "../build_context.ts";
import { ANN, BOB, buy, openSubscriptionsFixture, runDueWork, type SubscriptionsFixture } from "../testing/fixture.ts";

const ann = { checkout: ANN };
const NEW_CARD = {
  id: "pi_new",
  paymentMethod: "card",
  status: "enabled",
  displayName: "Mastercard •••• 4444",
  data: { network: "mastercard", suffix: "4444", expiryMonth: "12", expiryYear: "2039" },
};
const SHOWN = {
  card: {
    name: "Mastercard •••• 4444",
    network: "mastercard",
    last_four: "4444",
    expiry_month: "12",
    expiry_year: "2039",
  },
  label: "",
  may_change: true,
  open_renewal: null,
};
const CHANGED = { ...SHOWN, error: "" };

describe("the card of a plan", () => {
  let h: SubscriptionsFixture;
  let id = "";
  let holder = "";
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
    id = await buy(h);
    const row = await h.db.selectFrom("subs_subscriptions").selectAll().executeTakeFirstOrThrow();
    holder = row.holder_reference;
    give(row.payment_instrument_id);
  });
  afterEach(() => h.close());
  const rowOf = () => h.db.selectFrom("subs_subscriptions").selectAll().executeTakeFirstOrThrow();
  const give = (instrument: string, more: object = {}) =>
    h.payments.cards.set(instrument, { ...NEW_CARD, id: instrument, holderReference: holder, ...more });
  const change = (instrument: string, who: object = ann) =>
    h.call("POST", `/card-of/${id}/change`, who, { instrument_id: instrument });
  const paidWith = () =>
    h.payments.bodies.filter(({ path }) => path.endsWith("/authorize")).map(({ body }) => {
      const [item] = body.paymentComposition as { paymentInstrumentId?: string }[];
      return item?.paymentInstrumentId;
    });

  it("is shown with its last four digits and expiry, to its owner only", async () => {
    assertEquals((await h.call("POST", `/card-of/${id}`, ann)).body, SHOWN);
    assertEquals((await h.call("POST", `/card-of/${id}`, { checkout: BOB })).status, 404);
  });

  it("is not shown when it is no longer stored, when it cannot pay, and for a wallet, which has its own name", async () => {
    const nothing = { card: null, label: "", may_change: true, open_renewal: null };
    const row = await h.db.selectFrom("subs_subscriptions").selectAll().executeTakeFirstOrThrow();
    give(row.payment_instrument_id, { status: "disabled" });
    assertEquals((await h.call("POST", `/card-of/${id}`, ann)).body, nothing);
    await h.db.updateTable("subs_subscriptions").set({ instrument_label: "Visa 1234" }).execute();
    assertEquals((await h.call("POST", `/card-of/${id}`, ann)).body, { ...nothing, label: "Visa 1234" });
  });

  it("is entered in a session that stores cards of this holder and charges nothing", async () => {
    const { body, status } = await h.call("POST", `/card-of/${id}/session`, ann);
    assertEquals([status, Object.keys(body)], [200, ["version", "data"]]);
    const init = h.payments.bodies.findLast(({ path }) => path === "/merchant/client/init");
    const { type, amount, holderReference } = init?.body ?? {};
    assertEquals([type, amount, holderReference], ["tokenization", { value: "0.00", currency: "USD" }, holder]);
    assertEquals((await h.call("POST", `/card-of/${id}/session`, { checkout: BOB })).status, 404);
  });

  it("is replaced: the next renewal is charged to the new card, and an email says so", async () => {
    await eventually(() => h.mails.length > 0);
    h.mails.length = 0;
    give("pi_new");
    assertEquals((await change("pi_new")).body, CHANGED);
    assertEquals((await h.call("POST", `/card-of/${id}`, ann)).body, SHOWN);
    await eventually(() => h.mails.some(({ kind }) => kind === "card"));
    const mail = h.mails.find(({ kind }) => kind === "card");
    assertMatch(mail?.text ?? "", /now uses Mastercard •••• 4444\. Nothing was charged today\./);
    assertMatch(mail?.text ?? "", /\$19\.99 on Feb 3, 2027/);
    assertEquals(h.payments.operations, ["capture 1.00"]);
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    assertEquals(paidWith(), ["pi_new"]);
    const events = await h.db.selectFrom("subs_events").select(["name", "detail_json"]).where(
      "name",
      "=",
      "card_updated",
    )
      .execute();
    assertEquals(events, [{ name: "card_updated", detail_json: '{"last_four":"4444","network":"mastercard"}' }]);
  });

  it("is not replaced while the renewal is charged to it: the change is refused, and no email says that nothing was charged", async () => {
    give("pi_new");
    const own = (await rowOf()).payment_instrument_id;
    let answer: { readonly status: number; readonly body: Readonly<Record<string, unknown>> } | undefined;
    h.payments.before = async ({ url }) => {
      if (url.endsWith("/authorize")) answer ??= await change("pi_new");
      return undefined;
    };
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    assertEquals([answer?.status, answer?.body.code], [409, "charge_on_its_way"]);
    assertEquals((await rowOf()).payment_instrument_id, own);
    const emails = await h.db.selectFrom("mail_outbox").select("id").where("kind", "=", "card").execute();
    assertEquals(emails, []);
    assertEquals((await change("pi_new")).status, 200);
  });

  it("SECURITY CR2: is changed ten times a day, with as many emails to an address that the buyer only typed", async () => {
    const own = (await rowOf()).payment_instrument_id;
    give("pi_new");
    const written = async () =>
      (await h.db.selectFrom("mail_outbox").select("id").where("kind", "=", "card").execute()).length;
    const statuses: number[] = [];
    for (let n = 0; n < 10; n++) statuses.push((await change(n % 2 === 0 ? "pi_new" : own)).status);
    assertEquals([new Set(statuses), await written()], [new Set([200]), 10]);
    for (let n = 0; n < 3; n++) {
      const refused = await change("pi_new");
      assertEquals([refused.status, refused.body.code], [429, "changes_limit"]);
    }
    // What changes nothing is no change.
    assertEquals((await change(own)).status, 200);
    assertEquals([(await rowOf()).payment_instrument_id, await written()], [own, 10]);
    h.clock.advance(DAY_MS);
    assertEquals((await change("pi_new")).status, 200);
  });

  it("that is declined can be replaced and charged however often it was changed before", async () => {
    const own = (await rowOf()).payment_instrument_id;
    give("pi_new");
    h.clock.advance(2 * DAY_MS);
    for (let n = 0; n < 11; n++) await change(n % 2 === 0 ? "pi_new" : own);
    h.payments.declineStored = true;
    h.clock.advance(DAY_MS - 60_000);
    await runDueWork(h.ports);
    h.clock.advance(60_000);
    await runDueWork(h.ports);
    h.payments.declineStored = false;
    assertEquals((await rowOf()).status, "past_due");
    const answer = await change("pi_new");
    assertEquals([answer.status, answer.body.open_renewal], [200, null]);
  });

  it("is entered in at most thirty sessions in ten minutes, each of which is an execution", async () => {
    const session = () => h.call("POST", `/card-of/${id}/session`, ann);
    for (let n = 0; n < 30; n++) assertEquals((await session()).status, 200);
    const before = h.payments.bodies.length;
    const refused = await session();
    assertEquals([refused.status, refused.body.code, h.payments.bodies.length - before], [429, "card_forms_limit", 0]);
    h.clock.advance(600_000);
    assertEquals((await session()).status, 200);
  });

  it("is changed once, with one email, by two pages at once", async () => {
    give("pi_new");
    const answers = await Promise.all([change("pi_new"), change("pi_new")]);
    assertEquals(answers.map(({ status }) => status), [200, 200]);
    const emails = await h.db.selectFrom("mail_outbox").select("id").where("kind", "=", "card").execute();
    assertEquals(emails.length, 1);
  });

  it("entered again after its network closed it, it pays on, and an email says so once", async () => {
    const { payment_instrument_id: own } = await h.db.selectFrom("subs_subscriptions").select("payment_instrument_id")
      .executeTakeFirstOrThrow();
    give(own);
    await h.db.updateTable("subs_subscriptions")
      .set({ card_change: "account_closed", card_changed_ms: h.clock.now(), card_label: "Visa 4242" }).execute();
    const before = h.mails.filter(({ kind }) => kind === "card").length;
    for (const _ of ["first", "repeat"]) assertEquals((await change(own)).status, 200);
    assertEquals((await view()).card, null);
    await eventually(() => h.mails.filter(({ kind }) => kind === "card").length > before);
    const emails = await h.db.selectFrom("mail_outbox").select("id").where("kind", "=", "card").execute();
    assertEquals(emails.length, 1);
  });

  /** The plan after its first renewal is declined, three days after the purchase. */
  const declined = async (result: string) => {
    h.payments.declineStored = true;
    h.payments.declineResult = result;
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    await eventually(() => h.mails.some(({ kind }) => kind === "declined"));
    const [, secret = ""] = /\/subscription\?pay=([\w-]{43})\n/.exec(declines()[0]?.text ?? "") ?? [];
    h.payments.declineStored = false;
    give("pi_new");
    return secret;
  };
  const declines = () => h.mails.filter(({ kind }) => kind === "declined");
  const view = async () => (await h.call("POST", `/subscriptions/${id}`, ann)).body;
  const endOfPeriod = async () =>
    (await h.db.selectFrom("subs_subscriptions").select("current_period_end_ms").executeTakeFirstOrThrow())
      .current_period_end_ms;
  const OPEN = { plan_id: "tck_weekly_3dtrial", cents: 1999 };
  const stranger = { checkout: BOB };

  for (const result of ["InsufficientBalance", "BlockedInstrument", "PayerAuthenticationRequired"]) {
    it(`after ${result}, the link of the email pays the declined renewal at once, once, and the dates stay`, async () => {
      const dueMs = await endOfPeriod();
      const secret = await declined(result);
      const link = async (act = "", body?: unknown) => await h.call("POST", `/card-of/${secret}${act}`, stranger, body);
      assertEquals((await link()).body, { card: null, label: "", may_change: true, open_renewal: OPEN });
      assertEquals(Object.keys((await link("/session")).body), ["version", "data"]);
      const before = paidWith().length;
      h.clock.advance(DAY_MS);
      const paid = await link("/change", { instrument_id: "pi_new" });
      assertEquals(paid.body, { card: null, label: "", may_change: false, open_renewal: null, error: "" });
      // A repeat, as after a lost answer, and the retry that was planned.
      assertEquals((await link("/change", { instrument_id: "pi_new" })).body, paid.body);
      assertEquals((await link("/change", { instrument_id: "pi_other" })).status, 409);
      h.clock.advance(4 * DAY_MS);
      await runDueWork(h.ports);
      assertEquals(paidWith().slice(before), ["pi_new"]);
      assertEquals([(await view()).status, await endOfPeriod()], ["active", dueMs + 7 * DAY_MS]);
      assertEquals(declines().length, 1);
      await eventually(() => h.mails.some(({ kind, text }) => kind === "renewed" && /\$19\.99/.test(text)));
      // The next one goes to the new card too.
      h.clock.advance(2 * DAY_MS);
      await runDueWork(h.ports);
      assertEquals(paidWith().slice(before), ["pi_new", "pi_new"]);
    });
  }

  it("under Billing, another card pays the declined renewal at once, and no email says that nothing was charged", async () => {
    await declined("BlockedInstrument");
    assertEquals((await h.call("POST", `/card-of/${id}`, ann)).body.open_renewal, OPEN);
    assertEquals((await change("pi_new")).body, CHANGED);
    assertEquals([(await view()).status, paidWith().at(-1)], ["active", "pi_new"]);
    await eventually(() => h.mails.some(({ kind }) => kind === "renewed"));
    assertEquals(h.mails.filter(({ kind }) => kind === "card"), []);
    const [event] = await h.db.selectFrom("subs_events").select("detail_json").where("name", "=", "card_updated")
      .execute();
    assertEquals(event?.detail_json, '{"last_four":"4444","network":"mastercard"}');
  });

  it("the job charges no card that the member is just paying with: their bank may want to ask them", async () => {
    await declined("BlockedInstrument");
    const before = paidWith().length;
    const context = contextOf(h.ports);
    const { singleFlight } = context;
    let tried = -1;
    Object.assign(context, {
      singleFlight: async (key: string, work: () => Promise<unknown>) => {
        tried = await renewDue(context);
        return await singleFlight(key, work);
      },
    });
    assertEquals((await change("pi_new")).body, CHANGED);
    assertEquals([tried, paidWith().slice(before)], [0, ["pi_new"]]);
  });

  it("a repeat after the payment writes no second email or event, also once the plan is canceled", async () => {
    await declined("InsufficientBalance");
    const first = await change("pi_new");
    assertEquals((await change("pi_new")).body, first.body);
    await h.call("POST", `/cancel-subscription/${id}`, ann);
    assertEquals((await change("pi_new")).status, 200);
    const events = await h.db.selectFrom("subs_events").select("id").where("name", "=", "card_updated").execute();
    const emails = await h.db.selectFrom("mail_outbox").select("id").where("kind", "=", "card").execute();
    assertEquals([events.length, emails.length], [1, 0]);
  });

  it("a card that is declined too leaves the renewal open and its deadline as it was", async () => {
    const secret = await declined("BlockedInstrument");
    const untilMs = h.clock.now() + 5 * DAY_MS;
    h.payments.declineStored = true;
    h.clock.advance(DAY_MS);
    const refused = await h.call("POST", `/card-of/${secret}/change`, stranger, { instrument_id: "pi_new" });
    assertEquals([refused.body.code, refused.body.open_renewal, refused.body.may_change], [
      "declined_not_allowed",
      OPEN,
      true,
    ]);
    const row = await h.db.selectFrom("subs_subscriptions").selectAll().executeTakeFirstOrThrow();
    assertEquals([row.status, row.grace_ms, row.next_charge_ms], ["past_due", untilMs, null]);
    h.payments.declineStored = false;
    assertEquals(
      (await h.call("POST", `/card-of/${secret}/change`, stranger, { instrument_id: "pi_new" })).body.error,
      "",
    );
    assertEquals((await view()).status, "active");
  });

  it("a member's attempt that is declined late in the days of grace, or between two retries, ends no plan", async () => {
    const secret = await declined("BlockedInstrument");
    const pay = async (result: string, afterMs: number) => {
      h.payments.declineStored = true;
      h.payments.declineResult = result;
      h.clock.advance(afterMs);
      await h.call("POST", `/card-of/${secret}/change`, stranger, { instrument_id: "pi_new" });
      return await h.db.selectFrom("subs_subscriptions").selectAll().executeTakeFirstOrThrow();
    };
    const limited = await pay("LimitExceeded", 4.5 * DAY_MS);
    assertEquals([limited.status, limited.grace_ms, limited.next_charge_ms], [
      "past_due",
      null,
      h.clock.now() + DAY_MS,
    ]);
    const canceled = await pay("PayerCanceled", DAY_MS / 2);
    assertEquals([canceled.status, canceled.grace_ms, canceled.next_charge_ms], [
      "past_due",
      h.clock.now() + DAY_MS,
      null,
    ]);
    h.payments.declineStored = false;
    await h.call("POST", `/card-of/${secret}/change`, stranger, { instrument_id: "pi_new" });
    assertEquals((await view()).status, "active");
  });

  it("the link pays nothing once the plan has ended, and opens nothing for another secret", async () => {
    const secret = await declined("BlockedInstrument");
    h.clock.advance(5 * DAY_MS);
    await runDueWork(h.ports);
    const before = paidWith().length;
    const { body } = await h.call("POST", `/card-of/${secret}`, stranger);
    assertEquals([body.open_renewal, body.may_change], [null, false]);
    assertEquals(
      (await h.call("POST", `/card-of/${secret}/change`, stranger, { instrument_id: "pi_new" })).status,
      409,
    );
    assertEquals((await h.call("POST", `/card-of/${secret}/session`, stranger)).status, 409);
    assertEquals((await h.call("POST", `/card-of/${"x".repeat(43)}`, stranger)).status, 404);
    assertEquals(paidWith().length, before);
    const over = declines().at(-1)?.text ?? "";
    assertMatch(over, /Choose a plan and pay:\nhttps:\/\/app\.example\/trustcheck\/\?step=plan\n/);
  });

  it("a plan that a new purchase has replaced takes no payment by the link", async () => {
    const secret = await declined("BlockedInstrument");
    await buy(h);
    const before = paidWith().length;
    const { body } = await h.call("POST", `/card-of/${secret}/change`, stranger, { instrument_id: "pi_new" });
    assertEquals([body.code, paidWith().length], ["in_flight", before]);
  });

  it("stays the same for a card of another holder, for another browser, and for a plan without a next charge", async () => {
    give("pi_new", { holderReference: "holder_of_bob" });
    assertEquals((await change("pi_new")).status, 404);
    give("pi_new");
    assertEquals((await change("pi_new", { checkout: BOB })).status, 404);
    await h.call("POST", `/cancel-subscription/${id}`, ann);
    assertEquals([(await change("pi_new")).status, (await h.call("POST", `/card-of/${id}/session`, ann)).status], [
      409,
      409,
    ]);
    assertEquals((await h.call("POST", `/card-of/${id}`, ann)).body.may_change, false);
    const row = await h.db.selectFrom("subs_subscriptions").select("payment_instrument_id").executeTakeFirstOrThrow();
    assertMatch(row.payment_instrument_id, /^pi_(?!new)/);
  });
});
