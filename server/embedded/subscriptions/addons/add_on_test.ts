/** Add-ons by one click: consent, one charge, what they unlock, credits, and who may see them. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { PLANS } from "../../../wire/billing/plans.ts";
import { addMonths, DAY_MS } from "../../../wire/billing/schedule.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import {
  addOn,
  ANN,
  BOB,
  buy,
  consentBody,
  createBody,
  type Credentials,
  openSubscriptionsFixture,
  START_MS,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const ann = { checkout: ANN };
const PDF = "tck_pdf_report_otp";
const PACK = "tck_10_validations_otp";

describe("add-ons", () => {
  let h: SubscriptionsFixture;
  let id: string;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
    id = await buy(h);
    h.payments.operations.length = 0;
    h.mails.length = 0;
  });
  afterEach(() => h.close());

  const consentTo = async (planId: string) => {
    const answer = await h.call("POST", "/consents", ann, consentBody(h, planId, { subscription_id: id }));
    return String(answer.body.consent_id);
  };
  const click = (planId: string, consentId: string) =>
    h.call("POST", "/subs/create-no-user", ann, createBody(planId, { subscription_id: id, consent_id: consentId }));
  const view = async () => (await h.call("POST", `/subscriptions/${id}`, ann)).body;

  it("W-OFFER-02: one click charges the stored instrument with the customer present and records the product", async () => {
    const answer = await addOn(h, id, PDF);
    assertEquals([answer.body.error, answer.body.subscription_id], ["", id]);
    assertMatch(String(answer.body.id), /^product_/);
    assertEquals(h.payments.operations, ["capture 19.99"]);
    const authorize = h.payments.bodies.findLast(({ path }) => path.endsWith("/authorize"));
    assertEquals(authorize?.body.meta, { CIT: true });
    const [item] = authorize?.body.paymentComposition as { paymentInstrumentId: string }[];
    assertMatch(item?.paymentInstrumentId ?? "", /^pi_/);
    const holders = new Set([...h.payments.executions.values()].map(({ holderReference }) => holderReference));
    assertEquals(holders.size, 1);
    const until = new Date(addMonths(START_MS, 120)).toISOString();
    assertEquals((await view()).products, [{
      plan_id: PDF,
      cents: 1999,
      bought_at: new Date(START_MS).toISOString(),
      until,
    }]);
    await eventually(() =>
      h.mails.some(({ kind, text }) => kind === "receipt" && /one-time charge of \$19\.99/.test(text))
    );
  });

  it("charges every one-time product its own price", async () => {
    for (
      const plan of PLANS.filter(({ id }) => id.endsWith("_otp") && !id.includes("sale") && !id.includes("ultimate"))
    ) {
      h.payments.operations.length = 0;
      assertEquals((await addOn(h, id, plan.id)).body.error, "", plan.id);
      assertEquals(h.payments.operations, [`capture ${(plan.sum_cents / 100).toFixed(2)}`]);
    }
  });

  it("turns 50 parallel clicks with one consent into one charge and equal answers", async () => {
    const consentId = await consentTo(PACK);
    const answers = await Promise.all(Array.from({ length: 50 }, () => click(PACK, consentId)));
    assertEquals(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
    assertEquals(answers[0]?.body.error, "");
    assertEquals(h.payments.operations, ["capture 12.49"]);
    assertEquals((await view()).credits, 10);
  });

  it("TRUST T8, SECURITY B11: charges a double click with two consents once, and the same pack a minute later again", async () => {
    const consents = await Promise.all([consentTo(PACK), consentTo(PACK)]);
    const answers = await Promise.all(consents.map((consent) => click(PACK, consent)));
    assertEquals(answers.map(({ body }) => body.error), ["", ""]);
    assertEquals(h.payments.operations, ["capture 12.49"]);
    h.clock.advance(60_000);
    assertEquals((await addOn(h, id, PACK)).body.error, "");
    assertEquals((await view()).credits, 20);
  });

  it("gives a second click just after the first the same answer, for packs and for products", async () => {
    for (const planId of [PACK, PDF]) {
      h.payments.operations.length = 0;
      const first = await addOn(h, id, planId);
      h.clock.advance(2_000);
      assertEquals(await addOn(h, id, planId), first);
      assertEquals(h.payments.operations.length, 1);
      h.clock.advance(60_000);
    }
  });

  it("refuses a product the member owns with a sentence and no charge, even under another price or inside the pack", async () => {
    await addOn(h, id, "tck_ultimate_pack_sale_otp");
    h.clock.advance(60_000);
    h.payments.operations.length = 0;
    for (
      const planId of [
        "tck_ultimate_pack_otp",
        PDF,
        "tck_pdf_report_sale2_otp",
        "tck_guide_otp",
        "tck_sex_offender_otp",
      ]
    ) {
      assertMatch(String((await addOn(h, id, planId)).body.error), /already own/, planId);
    }
    assertEquals(h.payments.operations, []);
  });

  describe("of a member with two plans", () => {
    const [first, second] = [{ token: "ann:ann@example.com" }, { checkout: BOB, token: "ann:ann@example.com" }];
    let later: string;
    const claim = (purchase: string, checkout: string) =>
      h.call("POST", "/subs/finalize", { ...first, checkout }, {
        subscription_id: purchase,
        email: "ann@example.com",
        firebase_id: "ann",
        apple_token: "",
        attribution: {},
      });
    beforeEach(async () => {
      assertEquals((await claim(id, ANN)).body.error, "");
      later = await buy(h, "tck_3month_plan", { checkout: BOB });
      assertEquals((await claim(later, BOB)).body.error, "");
      h.payments.operations.length = 0;
    });

    it("refuses with the second what the first already owns, also after that one has ended", async () => {
      await addOn(h, id, "tck_ultimate_pack_otp", first);
      h.payments.operations.length = 0;
      await h.call("POST", `/cancel-subscription/${id}`, first);
      h.clock.advance(14 * DAY_MS);
      for (const planId of ["tck_guide_sale_otp", "tck_ultimate_pack_sale_otp"]) {
        const { body } = await addOn(h, later, planId, second);
        assertEquals([body.code, body.subscription_id], ["owned_already", ""], planId);
      }
      assertEquals(h.payments.operations, []);
      assertEquals((await addOn(h, later, PACK, second)).body.error, "", "packs add up");
    });

    it("charges one of two clicks at the same moment", async () => {
      const answers = await Promise.all([
        addOn(h, id, "tck_guide_otp", first),
        addOn(h, later, "tck_guide_sale_otp", second),
      ]);
      assertEquals(answers.filter(({ body }) => body.error === "").length, 1);
      assertEquals(h.payments.operations.length, 1);
    });

    it("tells another buyer with the same address nothing about them", async () => {
      await addOn(h, id, "tck_guide_otp", first);
      const stranger = { checkout: "c".repeat(64) };
      const theirs = await buy(h, "tck_3month_plan", stranger);
      assertEquals((await addOn(h, theirs, "tck_guide_otp", stranger)).body.error, "");
    });
  });

  it("W-PRICE-15: a product is owned for 120 months, and can then be bought again", async () => {
    assertEquals((await addOn(h, id, PDF)).body.error, "");
    const until = addMonths(START_MS, 120);
    h.clock.advance(until - 1 - h.clock.now());
    assertMatch(String((await addOn(h, id, PDF)).body.error), /You already own this/);
    h.clock.advance(1);
    assertEquals((await addOn(h, id, PDF)).body.error, "");
    assertEquals(h.payments.operations, ["capture 19.99", "capture 19.99"]);
  });

  it("requires its own new consent", async () => {
    const missing = await h.call("POST", "/subs/create-no-user", ann, createBody(PDF, { subscription_id: id }));
    assertEquals(missing.status, 400);
    assertEquals((await click(PDF, await consentTo(PACK))).status, 400);
    const stale = await consentTo(PDF);
    h.clock.advance(2 * 3_600_000);
    assertMatch(String((await click(PDF, stale)).body.error), /too much time/i);
    assertEquals(h.payments.operations, []);
  });

  it("W-CALL-05: with the specified keys alone, a click has the newest consent to its product, and a repeat the same charge", async () => {
    const bare = (planId: string) =>
      h.call("POST", "/subs/create-no-user", ann, createBody(planId, { subscription_id: id }));
    await consentTo(PACK);
    h.clock.advance(1);
    const newest = await consentTo(PACK);
    assertEquals((await bare(PDF)).status, 400, "a consent to another product");
    const answer = await bare(PACK);
    assertEquals([answer.body.error, answer.body.subscription_id], ["", id]);
    const { consent_id } = await h.db.selectFrom("subs_charges").select("consent_id").where("kind", "=", "addon")
      .executeTakeFirstOrThrow();
    assertEquals(consent_id, newest);
    h.clock.advance(60_000);
    assertEquals([await bare(PACK), h.payments.operations], [answer, ["capture 12.49"]]);
    await consentTo(PACK);
    assertEquals([(await bare(PACK)).body.error, h.payments.operations.length], ["", 2]);
    h.clock.advance(3_600_001);
    assertEquals((await bare(PACK)).status, 400, "an hour later");
  });

  it("sells no plan as an add-on, and no unknown product", async () => {
    const consentId = await consentTo(PDF);
    assertEquals((await click("tck_3month_plan", consentId)).status, 400);
    assertEquals((await click("nope", consentId)).status, 400);
  });

  it("buys nothing with another buyer's subscription id", async () => {
    const consentId = await consentTo(PDF);
    const body = createBody(PDF, { subscription_id: id, consent_id: consentId });
    for (const who of [{ checkout: BOB }, {}, { token: "bob:bob@example.com" }]) {
      assertEquals((await h.call("POST", "/subs/create-no-user", who, body)).status, 403);
      assertEquals((await h.call("POST", "/consents", who, consentBody(h, PDF, { subscription_id: id }))).status, 404);
    }
    assertEquals(h.payments.operations, []);
  });

  it("reports a decline, stores nothing, and lets a new click succeed", async () => {
    h.payments.declineStored = true;
    const { body } = await addOn(h, id, PDF);
    assertMatch(String(body.error), /insufficient funds/);
    assertEquals([body.code, (await view()).products], ["declined_balance", []]);
    h.payments.declineStored = false;
    assertEquals((await addOn(h, id, PDF)).body.error, "");
    assertEquals(h.payments.operations, ["capture 19.99"]);
  });

  it("retries a lost answer with the same key and charges once", async () => {
    const consentId = await consentTo(PDF);
    const real = h.payments.upstream;
    h.payments.before = async (request) => {
      if (!request.url.endsWith("/authorize")) return undefined;
      const before = h.payments.before;
      h.payments.before = () => undefined;
      await real(request.clone());
      h.payments.before = before;
      throw new TypeError("connection reset");
    };
    assertMatch(String((await click(PDF, consentId)).body.error), /won't be charged twice/);
    h.payments.before = () => undefined;
    assertEquals((await click(PDF, consentId)).body.error, "");
    assertEquals(h.payments.operations, ["capture 19.99"]);
  });

  it("lets packs expire after 12 months", async () => {
    await addOn(h, id, PACK);
    h.clock.advance(addMonths(START_MS, 12) - START_MS - 1);
    assertEquals((await view()).credits, 10);
    h.clock.advance(1);
    assertEquals((await view()).credits, 0);
    assertEquals((await h.call("POST", "/credits/spend", ann, { subscription_id: id, spend_id: "late" })).status, 402);
  });

  it("serves exactly 10 of 50 parallel spends of 10 credits, and charges a repeated spend id nothing", async () => {
    await addOn(h, id, PACK);
    const spend = (spendId: string) =>
      h.call("POST", "/credits/spend", ann, { subscription_id: id, spend_id: spendId });
    assertEquals((await spend("first")).body, { credits: 9 });
    assertEquals((await spend("first")).body, { credits: 9 });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => spend(`spend-${at}`)));
    assertEquals(answers.filter(({ status }) => status === 200).length, 9);
    assertEquals(answers.filter(({ status }) => status === 402).length, 41);
    const [lot] = await h.db.selectFrom("subs_credit_lots").select("remaining").execute();
    assertEquals(lot?.remaining, 0);
    assertEquals(
      (await h.call("POST", "/credits/spend", { checkout: BOB }, { subscription_id: id, spend_id: "x" })).status,
      404,
    );
  });

  it("SECURITY SU4: spends only the look-ups of the plan that is named, whatever others own and spend", async () => {
    const bob = { checkout: BOB };
    const theirs = await buy(h, "tck_weekly_3dtrial", bob);
    await addOn(h, theirs, PACK, bob);
    const spend = (who: Credentials, of: string, spendId: string) =>
      h.call("POST", "/credits/spend", who, { subscription_id: of, spend_id: spendId });
    assertEquals((await spend(bob, theirs, "one")).body, { credits: 9 });
    assertEquals([(await spend(ann, id, "one")).status, (await spend(ann, id, "two")).status], [402, 402]);
    const { body } = await h.call("POST", `/subscriptions/${theirs}`, bob);
    assertEquals([(await view()).credits, body.credits], [0, 9]);
  });

  it("spends the oldest pack first", async () => {
    await addOn(h, id, PACK);
    h.clock.advance(30 * DAY_MS);
    await addOn(h, id, "tck_25_validations_otp");
    await h.call("POST", "/credits/spend", ann, { subscription_id: id, spend_id: "one" });
    const lots = await h.db.selectFrom("subs_credit_lots").select(["total", "remaining"]).orderBy("total").execute();
    assertEquals(lots.map(({ total, remaining }) => [total, remaining]), [[10, 9], [25, 25]]);
  });

  it("W-CALL-12, W-CALL-14: shows the owner the subscription at either address, and answers all others the same 404", async () => {
    const shown = await h.call("POST", `/subscriptions/${id}`, ann);
    assertEquals(shown.body, (await h.call("POST", `/rec/subscriptions/${id}`, ann)).body);
    assertEquals([shown.body.id, shown.body.status, shown.body.error], [id, "trial", ""]);
    assertEquals(shown.body.next_charge, { at: new Date(START_MS + 3 * DAY_MS).toISOString(), cents: 1999 });
    const strangers = await Promise.all([
      h.call("POST", `/subscriptions/${id}`, { checkout: BOB }),
      h.call("POST", `/subscriptions/${id}`, { token: "bob:bob@example.com" }),
      h.call("POST", "/subscriptions/sub_unknown", ann),
      h.call("POST", `/charges-of/${id}`, { checkout: BOB }),
    ]);
    assertEquals(new Set(strangers.map((answer) => JSON.stringify(answer))).size, 1);
    assertEquals(strangers[0]?.status, 404);
  });

  it("lists every charge with its receipt number", async () => {
    await addOn(h, id, PDF);
    h.payments.declineStored = true;
    await addOn(h, id, PACK);
    const { charges } = (await h.call("POST", `/charges-of/${id}`, ann)).body;
    const list = charges as {
      kind: string;
      cents: number;
      state: string;
      id: string;
      error: string;
      code?: string;
    }[];
    assertEquals(
      list.map(({ kind, cents, state }) => `${kind} ${cents} ${state}`).sort(),
      ["addon 1249 failed", "addon 1999 succeeded", "first 100 succeeded"],
    );
    assert(list.every(({ id, state, error }) => id.startsWith("charge_") && (error === "") === (state !== "failed")));
    assertEquals(list.flatMap(({ code }) => code ?? []), ["declined_balance"]);
  });
});
