import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { reportedErrors } from "../../../../tests/support/app/component.ts";
import { DEFAULT_PLAN } from "../../../../server/wire/billing/plans.ts";
import { shownFigures } from "../../../../server/wire/billing/schedule.ts";
import { type CreateNoUser, NO_ADDRESS } from "../../../../server/wire/billing/purchase.ts";
import { NetworkError, ResponseError } from "../../../api/http.ts";
import type { NextStep } from "../../../lib/checkout_sdk.ts";
import { completePurchase, declinePurchase, type PurchasePorts, submitPurchase } from "./purchase.ts";
import { isPaymentLoading, PURCHASE_START, purchaseReducer, type PurchaseState } from "./purchase_state.ts";
import { CREATE_RETRY_MS } from "../constants.ts";
import { failureText, NOT_ASKED, UNCONFIRMED_HELP, UNDECIDED_HELP } from "./purchase_texts.ts";

const SHOWN = shownFigures(DEFAULT_PLAN, Date.parse("2026-11-21T10:00:00Z"));
const CONSENT = { plan_id: DEFAULT_PLAN.id, text: "I agree", text_version: "1", locale: "en", shown: SHOWN };
const BODY: CreateNoUser = {
  plan_id: DEFAULT_PLAN.id,
  email: "ana@example.com",
  attribution: {},
  address: { ...NO_ADDRESS, country: "US" },
  instrument: { executionId: "e1", paymentInstrumentId: "i1" },
};
const CREATED = { id: "s1", subscription_id: "s1", error: "" };

/** Ports that record what happened, in order; responses come from the given functions. */
function record(answers: Partial<Pick<PurchasePorts, "agree" | "create" | "isAdTrackerOn">> = {}) {
  const log: string[] = [];
  let state: PurchaseState = PURCHASE_START;
  const ports: PurchasePorts = {
    dispatch: (event) => {
      state = purchaseReducer(state, event);
      log.push(event.type);
    },
    track: {
      cardSubmit: () => log.push("card-submit"),
      modalPaymentSubmit: () => log.push("modal-payment-submit"),
      purchase: ({ planId, cents, cardType }) => log.push(`purchase ${planId} ${cents} ${cardType}`),
      purchaseError: (text) => log.push(`purchase-error ${text}`),
    },
    agree: (consent) => {
      log.push("consent");
      return answers.agree?.(consent) ?? Promise.resolve({ consent_id: "c1" });
    },
    create: (body) => {
      log.push(`create loading=${isPaymentLoading(state)}`);
      return answers.create?.(body) ?? Promise.resolve(CREATED);
    },
    wait: (durationMs) => {
      log.push(`wait ${durationMs}`);
      return Promise.resolve();
    },
    isAdTrackerOn: answers.isAdTrackerOn ?? (() => false),
    storePending: (pending) => log.push(pending === undefined ? "forget pending" : "keep pending"),
    remember: (kept) => log.push(`remember ${kept.email} ${kept.subscriptionId} ${kept.url}`),
    goToOffers: () => log.push("offers"),
  };
  return { ports, log, state: () => state };
}

describe("submitting", () => {
  it("sends nothing without the tick, and the consent row says why", async () => {
    const { ports, log, state } = record();
    assertEquals(await submitPurchase(ports, { isConsented: false, consent: CONSENT }), false);
    assertEquals(log, ["consent_missing"]);
    assert(state().consentError.includes("Check this box"));
    assertEquals(isPaymentLoading(state()), false);
  });

  it("W-CARD-04: tracks card-submit and modal-payment-submit, after the loading flag is set", async () => {
    const { ports, log, state } = record();
    assertEquals(await submitPurchase(ports, { isConsented: true, consent: CONSENT }), true);
    assertEquals(log, ["submitted", "card-submit", "modal-payment-submit", "consent"]);
    assertEquals(isPaymentLoading(state()), true);
  });

  it("W-CARD-03: the form is loading from the press until the offers, except while the shopper must decide", () => {
    const phases = ["ready", "paying", "confirming", "unconfirmed", "waiting", "check_left", "done"] as const;
    assertEquals(phases.filter((phase) => isPaymentLoading({ ...PURCHASE_START, phase })), [
      "paying",
      "confirming",
      "done",
    ]);
  });

  it("corrected figures are shown, the tick is cleared and no authorization is made", async () => {
    const right = { ...SHOWN, next_at: "2026-11-25" };
    const { ports, state } = record({
      agree: () => Promise.reject(new ResponseError(409, { error: "x", shown: right })),
    });
    assertEquals(await submitPurchase(ports, { isConsented: true, consent: CONSENT }), false);
    assertEquals(state().correctedFigures, right);
    assertEquals([state().isConsented, isPaymentLoading(state())], [false, false]);
  });

  it("a consent that cannot be stored stops the payment with one message", async () => {
    for (
      const reason of [
        new NetworkError("x"),
        new ResponseError(429, { error: "Wait" }),
        new ResponseError(502, "<html>"),
      ]
    ) {
      const { ports, state, log } = record({ agree: () => Promise.reject(reason) });
      assertEquals(await submitPurchase(ports, { isConsented: true, consent: CONSENT }), false);
      assert(state().error !== "");
      assertEquals(isPaymentLoading(state()), false);
      assert(log.some((line) => line.startsWith("purchase-error ")));
    }
  });
});

describe("completing", () => {
  it("W-CARD-03: the loading flag is set when the create call is made", async () => {
    const { ports, log } = record();
    await completePurchase(ports, { body: BODY, plan: DEFAULT_PLAN });
    assert(log.includes("create loading=true"));
  });

  it("W-CARD-08 W-CARD-09 W-STORE-03: purchase events fire, then email, subscription id and url are kept, then offers", async () => {
    const { ports, log } = record();
    await completePurchase(ports, { body: BODY, plan: DEFAULT_PLAN, cardType: "visa" });
    assertEquals(log, [
      "authorized",
      "keep pending",
      "create loading=true",
      "purchase tck_weekly_3dtrial 100 visa",
      "remember ana@example.com s1 /services/subscriptions",
      "forget pending",
      "purchased",
      "offers",
    ]);
  });

  it("W-CARD-10 W-LIMIT-04: waits 1.5 s only while the ad tracker is on", async () => {
    const on = record({ isAdTrackerOn: () => true });
    await completePurchase(on.ports, { body: BODY, plan: DEFAULT_PLAN });
    assertEquals(on.log.slice(-3), ["wait 1500", "purchased", "offers"]);
    const off = record();
    await completePurchase(off.ports, { body: BODY, plan: DEFAULT_PLAN });
    assertEquals(off.log.some((line) => line.startsWith("wait")), false);
  });

  it("W-CARD-06: an error string is shown, loading ends, no purchase event and no navigation", async () => {
    const { ports, log, state } = record({
      create: () => Promise.resolve({ ...CREATED, error: "The card was declined" }),
    });
    await completePurchase(ports, { body: BODY, plan: DEFAULT_PLAN });
    assertEquals([state().error, isPaymentLoading(state())], ["The card was declined", false]);
    assertEquals(log.filter((line) => /^(purchase |remember|offers|forget)/.test(line)), []);
  });

  it("W-TRACK-06: a failed purchase fires purchase-error with its text", async () => {
    const { ports, log, state } = record({ create: () => Promise.reject(new ResponseError(400, { error: "Voided" })) });
    await completePurchase(ports, { body: BODY, plan: DEFAULT_PLAN });
    assert(log.includes("purchase-error Voided"));
    assertEquals(state().mayStartOver, true);
    assertEquals(purchaseReducer(state(), { type: "started_over" }), PURCHASE_START);
  });

  it("only a final refusal offers another payment: the money of any other may still move", async () => {
    const answer = (code: string) => () => Promise.resolve({ ...CREATED, error: "Said.", code });
    const failed = (status: number, code: string) => () =>
      Promise.reject(new ResponseError(status, { error: "Said.", code }));
    const open = [
      ...["in_flight", "needs_approval", "payment_mismatch", "payment_not_captured", "payment_pending"].map(answer),
      answer("payment_unavailable"),
      failed(502, "service_down"),
      failed(503, "storage_down"),
      failed(500, "internal"),
      () => Promise.resolve({}),
    ];
    const final = [answer("payment_refused"), answer("declined_balance"), failed(403, "not_your_checkout")];
    const ends = async (create: PurchasePorts["create"]) => {
      const { ports, state, log } = record({ create });
      await completePurchase(ports, { body: BODY, plan: DEFAULT_PLAN });
      assertEquals([state().phase, log.includes("forget pending")], ["unconfirmed", false]);
      return [state().mayStartOver, state().help];
    };
    for (const create of open) assertEquals(await ends(create), [false, UNDECIDED_HELP]);
    for (const create of final) assertEquals(await ends(create), [true, ""]);
    assertEquals(await ends(() => Promise.reject(new NetworkError("x"))), [false, UNCONFIRMED_HELP]);
  });

  it("what a declined try said is gone once the card changes, and what an approved one said stays", () => {
    const changed = (state: Partial<PurchaseState>) =>
      purchaseReducer({ ...PURCHASE_START, error: "No.", ...state }, { type: "card_changed" }).error;
    assertEquals([changed({ phase: "ready" }), changed({ phase: "unconfirmed" })], ["", "No."]);
  });

  it("another try begins without what the last one said, and a lost connection is told while it is tried again", () => {
    const again = purchaseReducer({ ...PURCHASE_START, error: "No.", consentError: "Tick." }, { type: "submitted" });
    assertEquals([again.error, again.consentError], ["", ""]);
    assertEquals(purchaseReducer(again, { type: "create_unanswered", text: "Lost." }).progress, "Lost.");
  });

  it("W-CARD-07: an absent or empty error counts as success", async () => {
    for (const answer of [CREATED, { subscription_id: "s1" }, { id: "s1", error: null }]) {
      const { ports, log } = record({ create: () => Promise.resolve(answer) });
      await completePurchase(ports, { body: BODY, plan: DEFAULT_PLAN });
      assertEquals(log.at(-1), "offers");
    }
  });

  it("W-ERR-02: without an error string the text is the fallback", async () => {
    const ends: readonly (() => Promise<unknown>)[] = [
      () => Promise.reject(new ResponseError(400, {})),
      () => Promise.reject(new ResponseError(502, "bad gateway")),
      () => Promise.resolve({}),
    ];
    for (const create of ends) {
      const { ports, state } = record({ create });
      await completePurchase(ports, { body: BODY, plan: DEFAULT_PLAN });
      assertEquals(state().error, "An error occurred");
    }
  });

  it("after a lost connection the same body is sent again and never a second payment", async () => {
    const bodies: CreateNoUser[] = [];
    const { ports, log } = record({
      create: (body) => {
        bodies.push(body);
        return bodies.length < 3 ? Promise.reject(new NetworkError("x")) : Promise.resolve(CREATED);
      },
    });
    await completePurchase(ports, { body: BODY, plan: DEFAULT_PLAN });
    assertEquals(bodies, [BODY, BODY, BODY]);
    assertEquals(log.filter((line) => line.startsWith("wait")), ["wait 1000", "wait 2000"]);
    assertEquals(log.filter((line) => line === "create_unanswered").length, 2);
    assertEquals(log.filter((line) => line === "consent"), []);
    assertEquals(log.at(-1), "offers");
  });

  it("W-SENTRY-04: a fault of the app is no lost connection: it is reported, not repeated, and leaves the payment open", async () => {
    const fault = new TypeError("URL.canParse is not a function");
    const { ports, log, state } = record({ create: () => Promise.reject(fault) });
    const reported = await reportedErrors(() => completePurchase(ports, { body: BODY, plan: DEFAULT_PLAN }));
    assertEquals(reported, [fault]);
    assertEquals(log.filter((line) => line.startsWith("wait")), []);
    assertEquals([state().error, state().mayStartOver], ["An error occurred", false]);
  });

  it("W-TRACK-07: a screen that is opened again takes the purchase over, which is tracked once", async () => {
    let answer: (created: unknown) => void = () => {};
    const before = record({ create: () => new Promise((resolve) => answer = resolve) });
    const after = record({ create: () => Promise.reject(new Error("a second call")) });
    const [first, second] = [before, after].map(({ ports }) =>
      completePurchase(ports, { body: BODY, plan: DEFAULT_PLAN })
    );
    assertEquals(after.state().phase, "confirming");
    answer(CREATED);
    await Promise.all([first, second]);
    const of = (log: readonly string[]) => log.filter((line) => /^(purchase |remember|offers)/.test(line)).length;
    assertEquals([of(before.log), of(after.log), before.log.at(-1), after.log.at(-1)], [
      0,
      3,
      "create loading=true",
      "offers",
    ]);
    const next = record();
    await completePurchase(next.ports, { body: BODY, plan: DEFAULT_PLAN });
    assertEquals(next.log.at(-1), "offers", "one that has ended is not taken over");
  });

  it("W-ERR-04 W-ERR-05: a create call without any response ends with its own text and can be tried again", async () => {
    const { ports, log, state } = record({ create: () => Promise.reject(new NetworkError("x")) });
    await completePurchase(ports, { body: BODY, plan: DEFAULT_PLAN });
    assertEquals(state().error, "Something went wrong, cant create subscription");
    assertEquals(log.filter((line) => line.startsWith("create loading")).length, CREATE_RETRY_MS.length + 1);
    assertEquals([state().phase, log.includes("forget pending")], ["unconfirmed", false]);
    assertEquals(state().mayStartOver, false);
  });
});

const CODES = [
  "AUTHORIZATION_ERROR",
  "AUTHENTICATION_ERROR",
  "USER_CANCELLED",
  "VALIDATION_FAILED",
  "UNKNOWN_ERROR",
] as const;

describe("a decline", () => {
  it("says that nothing was charged, keeps the tick and leaves the form ready", () => {
    for (const code of CODES) {
      const { ports, log, state } = record();
      ports.dispatch({ type: "consent_toggled", isConsented: true });
      ports.dispatch({ type: "submitted" });
      declinePurchase(ports, { code });
      assert(/you haven't been charged/i.test(state().error), code);
      assertEquals([state().phase, state().isConsented], ["ready", true]);
      assert(log.at(-1)?.startsWith("purchase-error "));
    }
  });

  it("shows the issuer's reason and the next step in the checkout's words, and not the words of another failure", () => {
    const text =
      "Your bank says this card has expired. You haven't been charged. Check the card details or try another card.";
    const { ports, log, state } = record();
    const why = "Your bank says this card has expired. You haven't been charged.";
    declinePurchase(ports, { code: "AUTHORIZATION_ERROR", decline: { why, text, nextStep: "check_card" } });
    assertEquals([state().error, log.at(-1)], [text, `purchase-error ${text}`]);
    assertEquals(new Set(CODES.map((code) => failureText({ code }))).size, CODES.length);
  });

  it("offers another card where the bank refused this one, and not where the same card may do", () => {
    const { ports, state } = record();
    const refused = (nextStep: NextStep) => {
      const decline = { why: "Declined.", text: "Declined. Do this.", nextStep };
      declinePurchase(ports, { code: "AUTHORIZATION_ERROR", decline });
      return state().isCardRefused;
    };
    const steps = ["use_another_card", "call_bank", "check_card", "try_again", "try_later"] as const;
    assertEquals(steps.map(refused), [true, true, true, false, false]);
    const said = steps.map((nextStep) => (refused(nextStep), state().error));
    const whole = "Declined. Do this.";
    assertEquals(said, ["Declined.", "Declined.", whole, whole, whole], "the button says it");
    refused("call_bank");
    ports.dispatch({ type: "submit_failed", text: "No connection." });
    assertEquals(state().isCardRefused, false);
  });

  it("a missing outcome is neither success nor failure", () => {
    const state = purchaseReducer({ ...PURCHASE_START, phase: "paying" }, { type: "bank_undecided" });
    assertEquals([state.phase, isPaymentLoading(state)], ["waiting", false]);
  });

  it("an abandoned challenge waits for the shopper, and nothing runs in the meantime", () => {
    const state = purchaseReducer({ ...PURCHASE_START, phase: "paying" }, { type: "check_left" });
    assertEquals([state.phase, isPaymentLoading(state)], ["check_left", false]);
  });

  it("a payment that never reached the acquirer enables the form again with a message; the tick stays", () => {
    const paying = { ...PURCHASE_START, phase: "waiting", isConsented: true } as const;
    const state = purchaseReducer(paying, { type: "nothing_under_way", text: NOT_ASKED });
    assertEquals([state.phase, state.isConsented, state.error], ["ready", true, NOT_ASKED]);
  });
});
