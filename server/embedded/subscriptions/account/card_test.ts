/** The card of a plan: who sees it, who changes it, and what the next renewal is charged to. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import {
  ANN,
  BOB,
  buy,
  eventually,
  openSubscriptionsFixture,
  runDueWork,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

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
};

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
  const give = (instrument: string, more: object = {}) =>
    h.payments.cards.set(instrument, { ...NEW_CARD, id: instrument, holderReference: holder, ...more });
  const change = (instrument: string, who: object = ann) =>
    h.call("POST", `/card-of/${id}/change`, who, { instrument_id: instrument });
  const paidWith = () =>
    h.payments.bodies.filter(({ path }) => path.endsWith("/authorize")).map(({ body }) => {
      const [item] = body.paymentComposition as { paymentInstrumentId?: string }[];
      return item?.paymentInstrumentId;
    });

  it("is shown with its last four digits and expiry, to its owner alone", async () => {
    assertEquals((await h.call("POST", `/card-of/${id}`, ann)).body, SHOWN);
    assertEquals((await h.call("POST", `/card-of/${id}`, { checkout: BOB })).status, 404);
  });

  it("is not shown when it is no longer stored, when it cannot pay, and for a wallet, which has its own name", async () => {
    const nothing = { card: null, label: "", may_change: true };
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
    assertEquals((await change("pi_new")).body, SHOWN);
    assertEquals((await h.call("POST", `/card-of/${id}`, ann)).body, SHOWN);
    await eventually(() => h.mails.some(({ kind }) => kind === "card"));
    const mail = h.mails.find(({ kind }) => kind === "card");
    assertMatch(mail?.text ?? "", /now uses Mastercard •••• 4444\. Nothing was charged today\./);
    assertMatch(mail?.text ?? "", /\$19\.99 on Feb 3, 2027/);
    assertEquals(h.payments.operations, ["capture 1.00"]);
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.deps);
    assertEquals(paidWith(), ["pi_new"]);
    const events = await h.db.selectFrom("subs_events").select(["name", "detail_json"]).where(
      "name",
      "=",
      "card_updated",
    )
      .execute();
    assertEquals(events, [{ name: "card_updated", detail_json: '{"last_four":"4444","network":"mastercard"}' }]);
  });

  it("replaces a declined card, and the retry is charged to the new one", async () => {
    h.payments.declineStored = true;
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.deps);
    assertEquals((await h.call("POST", `/subscriptions/${id}`, ann)).body.status, "past_due");
    h.payments.declineStored = false;
    give("pi_new");
    assertEquals((await change("pi_new")).status, 200);
    const { next_charge_ms } = await h.db.selectFrom("subs_subscriptions").selectAll().executeTakeFirstOrThrow();
    h.clock.advance((next_charge_ms ?? 0) - h.clock.now());
    await runDueWork(h.deps);
    assertEquals(paidWith().at(-1), "pi_new");
    assertEquals((await h.call("POST", `/subscriptions/${id}`, ann)).body.status, "active");
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
