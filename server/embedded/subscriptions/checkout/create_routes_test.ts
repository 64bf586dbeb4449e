/**
 * Apple Pay with and without an account, and a member's purchases: checks, consent and prices are those of the card
 * form.
 */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { eventually } from "../../../../tests/support/eventually.ts";
import { PLANS, todayCents } from "../../../wire/billing/plans.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { byWallet, createByPaymentMethod, type PurchaseRequest } from "./create_by_payment_method.ts";
import { recoverCheckouts } from "../recovery.ts";
import { contextOf } from "../build_context.ts";
import {
  ADDRESS,
  ANN,
  type Answer,
  BOB,
  buy,
  consentBody,
  type Credentials,
  executionIn,
  openSubscriptionsFixture,
  runDueWork,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const PLAN = "tck_weekly_3dtrial";
const OTHER_PLAN = "tck_3month_plan";
const TOKEN = { paymentData: { version: "EC_v1", data: "sealed" }, transactionIdentifier: "t1" };
const ann = { checkout: ANN };
const member = { checkout: ANN, token: "ann:ann@example.com" };
const buyer = (plan: string) => ({ plan_id: plan, email: "ann@example.com", attribution: { project: "TCK" } });
const ofMember = (plan: string) => ({ ...buyer(plan), firebase_id: "ann" });

interface Call {
  readonly title: string;
  readonly path: string;
  readonly who: Credentials;
  readonly body: (plan: string) => Record<string, unknown>;
  /**
   * What the call needs first: a wallet's token comes with the call; the others pay with the form or a stored
   * instrument.
   */
  readonly pays: "token" | "form";
}

const CALLS: readonly Call[] = [
  {
    title: "W-CALL-07: create-no-user-applepay",
    path: "/subs/create-no-user-applepay",
    who: ann,
    body: (plan) => ({ ...buyer(plan), address: ADDRESS, token: TOKEN, display_name: "Visa 1234", vault: "main" }),
    pays: "token",
  },
  {
    title: "W-CALL-09: create-applepay",
    path: "/subs/create-applepay",
    who: member,
    body: (plan) => ({ ...ofMember(plan), address: ADDRESS, token: TOKEN }),
    pays: "token",
  },
  {
    title: "W-CALL-08: create",
    path: "/subs/create",
    who: member,
    body: (plan) => ({ ...ofMember(plan), apple_token: "" }),
    pays: "form",
  },
  {
    title: "W-CALL-15: recurring create-subscription",
    path: "/recurring/create-subscription",
    who: member,
    body: (plan) => ({ plan_id: plan, email: "ann@example.com", firebase_id: "ann", apple_token: "" }),
    pays: "form",
  },
];

describe("the other create calls", () => {
  let h: SubscriptionsFixture;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
  });
  afterEach(() => h.close());

  const open = async (plan: string, who: Credentials) =>
    executionIn(await h.call("GET", `/init/session?plan_id=${plan}`, who));
  const agree = (plan: string, who: Credentials) => h.call("POST", "/consents", who, consentBody(h, plan));
  const rows = () => h.db.selectFrom("subs_subscriptions").selectAll().orderBy("started_ms").execute();
  const ready = async ({ who, pays }: Call, plan: string) => {
    const id = await open(plan, who);
    await agree(plan, who);
    if (pays === "form") h.payments.shopperPays(id);
    return id;
  };
  const authorized = () => h.payments.calls.filter((call) => call.endsWith("/authorize")).length;

  for (const call of CALLS) {
    const { title, path, who, body } = call;
    it(`${title} turns consent and payment into the plan, once, at the listed price`, async () => {
      for (const plan of PLANS.filter(({ length }) => /^(7d|1m|3m)$/.test(length)).slice(0, 2)) {
        await ready(call, plan.id);
        const answers = await Promise.all(Array.from({ length: 5 }, () => h.call("POST", path, who, body(plan.id))));
        const [first] = answers;
        assertEquals([first?.status, first?.body.error], [200, ""]);
        for (const answer of answers) assertEquals(answer, first);
        assertEquals(await h.call("POST", path, who, body(plan.id)), first);
        assertEquals(h.payments.operations.at(-1), `capture ${(todayCents(plan) / 100).toFixed(2)}`);
      }
      assertEquals([(await rows()).length, h.payments.operations.length], [2, 2]);
      const [row] = await rows();
      assertEquals([row?.user_id, row?.email_key], [who.token === undefined ? "" : "ann", "ann@example.com"]);
      const receipts = () => h.mails.filter(({ kind }) => kind === "enrolment").length;
      await eventually(() => receipts() > 1);
      assertEquals(receipts(), 2);
    });

    it(`${title} charges nothing without a consent, and nothing without a checkout of this browser`, async () => {
      assertEquals((await h.call("POST", path, who, body(PLAN))).status, 403);
      const id = await open(PLAN, who);
      const answer = await h.call("POST", path, who, body(PLAN));
      assertMatch(String(answer.body.error), /your consent to the price/);
      await agree(PLAN, who);
      if (call.pays === "form") h.payments.shopperPays(id);
      assertEquals((await h.call("POST", path, { ...who, checkout: BOB }, body(PLAN))).status, 403);
      assertEquals([authorized(), h.payments.operations], [0, []]);
    });

    it(`${title} refuses an unknown plan and an add-on with 400`, async () => {
      for (const plan of ["nope", "tck_guide_otp"]) {
        assertEquals((await h.call("POST", path, who, body(plan))).status, 400, plan);
      }
    });

    if (who.token !== undefined) {
      it(`${title} accepts only the member it names`, async () => {
        await ready(call, PLAN);
        assertEquals((await h.call("POST", path, ann, body(PLAN))).status, 401);
        assertEquals((await h.call("POST", path, { ...ann, token: "bob" }, body(PLAN))).status, 403);
        assertEquals((await h.call("POST", path, { ...ann, token: "bad" }, body(PLAN))).status, 401);
        assertEquals((await rows()).length, 0);
      });

      it(`${title} refuses a plan the member already has, even from another browser`, async () => {
        await ready(call, PLAN);
        assertEquals((await h.call("POST", path, who, body(PLAN))).body.error, "");
        const there = { ...call, who: { ...who, checkout: BOB } };
        await ready(there, PLAN);
        const second = await h.call("POST", path, there.who, body(PLAN));
        assertMatch(String(second.body.error), /You already have this plan/);
        assertEquals(h.payments.operations, ["capture 1.00"]);
      });
    }
  }

  it("treats an empty token as none", async () => {
    for (const token of [{}, "", null, undefined, 7]) {
      const answer = await h.call("POST", "/subs/create-no-user-applepay", ann, { ...CALLS[0]?.body(PLAN), token });
      assertEquals(answer.status, 400, JSON.stringify(token));
    }
  });

  it("Apple Pay: keeps vault and display name with the plan, and charges renewals to the stored wallet", async () => {
    const [call] = CALLS;
    assert(call !== undefined);
    await ready(call, PLAN);
    await h.call("POST", call.path, call.who, call.body(PLAN));
    const [row] = await rows();
    assertEquals([row?.payment_method, row?.instrument_label, row?.instrument_vault], [
      "applePay",
      "Visa 1234",
      "main",
    ]);
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    const [first, renewal] = h.payments.bodies.filter(({ path }) => path.endsWith("/authorize"));
    assertEquals(compositionOf(first?.body), [["applePay", undefined, JSON.stringify(TOKEN)]]);
    assertEquals(compositionOf(renewal?.body), [["applePay", row?.payment_instrument_id, undefined]]);
    assertEquals(h.payments.operations, ["capture 1.00", "capture 19.99"]);
  });

  it("Apple Pay: explains a decline, and treats another token of the same checkout as another attempt", async () => {
    const [call] = CALLS;
    assert(call !== undefined);
    await ready(call, PLAN);
    h.payments.declineStored = true;
    const pay = (token: unknown) => h.call("POST", call.path, call.who, { ...call.body(PLAN), token });
    for (let again = 0; again < 2; again++) assertMatch(String((await pay(TOKEN)).body.error), /insufficient funds/);
    assertEquals([authorized(), h.payments.operations], [2, []]);
    h.payments.declineStored = false;
    assertMatch(String((await pay(TOKEN)).body.error), /insufficient funds/);
    assertEquals((await pay({ ...TOKEN, transactionIdentifier: "t2" })).body.error, "");
    assertEquals(h.payments.operations, ["capture 1.00"]);
  });

  for (const moment of ["before its try is written down", "before its try is sent"]) {
    it(`Apple Pay: two tokens on two servers are one purchase and both get its answer; one is faster ${moment}`, async () => {
      const [call] = CALLS;
      assert(call !== undefined);
      await ready(call, PLAN);
      let first: Promise<Answer> | undefined;
      const pay = () => first ??= h.call("POST", call.path, call.who, call.body(PLAN));
      h.payments.before = async (request) => {
        if (first === undefined && request.url.endsWith("/authorize")) await pay();
        return undefined;
      };
      const asked: PurchaseRequest = {
        planId: PLAN,
        buyer: { email: "ann@example.com", attribution: {}, address: ADDRESS },
        pay: async (...given) => {
          if (moment === "before its try is written down") await pay();
          return await byWallet("another token")(...given);
        },
      };
      const slower = await createByPaymentMethod(contextOf({ ...h.ports }), ann, asked);
      assertEquals([slower, slower.error], [(await pay()).body, ""]);
      assertEquals([(await rows()).length, h.payments.operations], [1, ["capture 1.00"]]);
    });
  }

  it("Apple Pay declined, then paid by a card whose page was lost: the plan renews with the card", async () => {
    const id = await open(PLAN, ann);
    await h.call("POST", "/consents", ann, { ...consentBody(h, PLAN), email: "ben@example.com" });
    h.payments.declineStored = true;
    const apple = { ...buyer(PLAN), address: ADDRESS, token: TOKEN, display_name: "Visa 1234", vault: "" };
    assertMatch(
      String((await h.call("POST", "/subs/create-no-user-applepay", ann, apple)).body.error),
      /bank declined/,
    );
    h.payments.shopperPays(id);
    h.clock.advance(60_000);
    assertEquals(await recoverCheckouts(contextOf(h.ports)), 1);
    const [row] = await rows();
    assertEquals([row?.payment_method, row?.instrument_label, row?.email], ["card", "", "ben@example.com"]);
  });

  it("Apple Pay: completes an authorized purchase without an answer for this person, with everything they entered", async () => {
    const [, call] = CALLS;
    assert(call !== undefined);
    await ready(call, PLAN);
    h.payments.before = (request) => {
      if (request.url.endsWith("/capture")) throw new TypeError("connection lost");
      return undefined;
    };
    assertMatch(
      String((await h.call("POST", call.path, call.who, call.body(PLAN))).body.error),
      /won't be charged twice/,
    );
    h.payments.before = () => undefined;
    h.clock.advance(2 * 60_000);
    assertEquals(await recoverCheckouts(contextOf(h.ports)), 1);
    const [row] = await rows();
    assertEquals([row?.user_id, row?.address_json, row?.payment_method], ["ann", JSON.stringify(ADDRESS), "applePay"]);
    const [checkout] = await h.db.selectFrom("subs_checkouts").select("buyer_json").execute();
    assertEquals(checkout?.buyer_json, "");
  });

  for (const call of CALLS.filter(({ pays }) => pays === "form")) {
    const { title, path, body } = call;
    it(`${title} charges the member's stored instrument when the form was not used, and says so when there is none`, async () => {
      const nothing = { checkout: BOB, token: "bob:bob@example.com" };
      const bobs = { ...body(PLAN), firebase_id: "bob" };
      await open(PLAN, nothing);
      await agree(PLAN, nothing);
      assertMatch(String((await h.call("POST", path, nothing, bobs)).body.error), /no saved card/);

      const id = await buy(h, PLAN, ann);
      await finalize(h, id);
      const here = { ...member, checkout: "c".repeat(64) };
      await open(OTHER_PLAN, here);
      await agree(OTHER_PLAN, here);
      const answer = await h.call("POST", path, here, body(OTHER_PLAN));
      assertEquals([answer.status, answer.body.error], [200, ""]);
      const [first, second] = await rows();
      assertEquals(second?.payment_instrument_id, first?.payment_instrument_id);
      assertEquals(h.payments.operations, ["capture 1.00", "capture 48.00"]);
    });
  }

  for (
    const [status, code, told] of [
      [404, "not-found", "payment_refused"],
      [422, "composition-invalid", "payment_refused"],
      [422, "amount-mismatch", "payment_call_refused"],
      [503, "unavailable", "payment_unavailable"],
    ] as const
  ) {
    it(`the purchase tells ${told} when payments answer ${code} to the stored card`, async () => {
      await finalize(h, await buy(h, PLAN, ann));
      const here = { ...member, checkout: "c".repeat(64) };
      await open(OTHER_PLAN, here);
      await agree(OTHER_PLAN, here);
      h.payments.before = ({ url }) =>
        url.endsWith("/authorize") ? Response.json({ errors: [{ code }] }, { status }) : undefined;
      const { body: { code: sentence } } = await h.call("POST", "/subs/create", here, {
        ...ofMember(OTHER_PLAN),
        apple_token: "",
      });
      assertEquals(sentence, told);
    });
  }
});

function finalize(h: SubscriptionsFixture, id: string): Promise<Answer> {
  const body = { subscription_id: id, email: "", firebase_id: "ann", apple_token: "", attribution: {} };
  return h.call("POST", "/subs/finalize", member, body);
}

/** Method, stored instrument and token of each item of a composition. */
function compositionOf(body: Readonly<Record<string, unknown>> | undefined) {
  const items = body?.paymentComposition as {
    paymentMethodCode: string;
    paymentInstrumentId?: string;
    paymentInstrumentData?: { paymentToken: string };
  }[];
  return items.map((item) => [
    item.paymentMethodCode,
    item.paymentInstrumentId,
    item.paymentInstrumentData?.paymentToken,
  ]);
}
