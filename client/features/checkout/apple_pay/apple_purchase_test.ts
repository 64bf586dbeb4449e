import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { findPlan, type Plan, type PlanId, PLANS } from "../../../../server/wire/billing/plans.ts";
import { shownFigures } from "../../../../server/wire/billing/schedule.ts";
import { type CreateNoUserApplePay, NO_ADDRESS } from "../../../../server/wire/billing/purchase.ts";
import { NetworkError, ResponseError } from "../../../api/http.ts";
import { type AppleOrder, type ApplePorts, payWithApple } from "./apple_purchase.ts";
import { appleInterval, appleRequest } from "./apple_request.ts";
import { canUseApplePay } from "./apple_available.ts";
import { type AppleSheet, openAppleSheet, SheetClosed } from "./apple_sheet.ts";
import { PURCHASE_START, purchaseReducer, type PurchaseState } from "../purchase/purchase_state.ts";

const NOW_MS = Date.parse("2026-11-21T10:00:00Z");
const plan = (id: PlanId): Plan => findPlan(id) ?? PLANS[0];
const termsOf = (of: Plan) => ({
  plan: of,
  name: of.name,
  shown: shownFigures(of, NOW_MS),
  agreement: "I agree",
  managementUrl: "https://check.example/plans",
});
const requestOf = (of: Plan) => appleRequest(termsOf(of));

describe("the request for Apple's sheet", () => {
  it("W-APPLE-02: the trial price for a plan with a trial, the plan's own price for any other", () => {
    const totals = PLANS.map((row: Plan) => [requestOf(row).total.amount, row.trial_sum_cents ?? row.sum_cents]);
    for (const [amount, cents] of totals) assertEquals(Math.round(Number(amount) * 100), cents);
    assertEquals(requestOf(plan("tck_weekly_3dtrial")).total.amount, "1.00");
    assertEquals(requestOf(plan("tck_guide_otp")).total.amount, "19.99");
  });

  it("W-APPLE-09: the weekly plans recur every 7 days, each other plan at its own length (TRUST T9)", () => {
    const intervals = PLANS.map((row: Plan) => [row.length, appleInterval(row)] as const);
    const expected = {
      "7d": { unit: "day", count: 7 },
      "1m": { unit: "month", count: 1 },
      "3m": { unit: "month", count: 3 },
    };
    for (const [length, interval] of intervals) {
      assertEquals(interval, new Map(Object.entries(expected)).get(length));
    }
    assertEquals(intervals.filter(([, interval]) => interval !== undefined).length, 6);
  });

  it("charges what the plan charges, from the day the screen names, until it is cancelled", () => {
    const { recurringPaymentRequest } = requestOf(plan("tck_weekly_3dtrial"));
    assertEquals(recurringPaymentRequest, {
      paymentDescription: "Weekly",
      regularBilling: {
        label: "Weekly",
        amount: "19.99",
        type: "final",
        paymentTiming: "recurring",
        recurringPaymentStartDate: "2026-11-24T00:00:00.000Z",
        recurringPaymentIntervalUnit: "day",
        recurringPaymentIntervalCount: 7,
      },
      trialBilling: {
        label: "Trial",
        amount: "1.00",
        type: "final",
        paymentTiming: "recurring",
        recurringPaymentEndDate: "2026-11-24T00:00:00.000Z",
        recurringPaymentIntervalUnit: "day",
        recurringPaymentIntervalCount: 3,
      },
      billingAgreement: "I agree",
      managementURL: "https://check.example/plans",
    });
    assertEquals(requestOf(plan("tck_pdf_report_otp")).recurringPaymentRequest, undefined);
  });

  it("a first price without a trial lasts for the plan's own length (TRUST T9)", () => {
    const first = requestOf(plan("tck_3month_plan")).recurringPaymentRequest?.trialBilling;
    assertEquals(
      [first?.label, first?.amount, first?.recurringPaymentIntervalUnit, first?.recurringPaymentIntervalCount],
      ["First period", "48.00", "month", 3],
    );
  });

  it("W-APPLE-10: networks visa, masterCard, amex and discover, with 3-D Secure, in dollars", () => {
    const { recurringPaymentRequest: _, ...rest } = requestOf(plan("tck_guide_otp"));
    assertEquals(rest, {
      countryCode: "US",
      currencyCode: "USD",
      supportedNetworks: ["visa", "masterCard", "amex", "discover"],
      merchantCapabilities: ["supports3DS"],
      total: { label: plan("tck_guide_otp").name, amount: "19.99", type: "final" },
    });
  });
});

const PAYMENT = { token: { paymentMethod: { displayName: "Visa 4242" } } };
const BODY: CreateNoUserApplePay = {
  plan_id: PLANS[0].id,
  email: "ana@example.com",
  token: { paymentData: "sealed" },
  attribution: {},
  address: NO_ADDRESS,
  display_name: "Visa 4242",
  vault: "",
};

interface Life {
  readonly isConsented?: boolean;
  /** Undefined: the browser has no Apple Pay. */
  readonly sheet?: Partial<AppleSheet> | "none";
  readonly agree?: () => Promise<unknown>;
  readonly validate?: () => Promise<unknown>;
  readonly create?: () => Promise<unknown>;
}

function liveParts({ isConsented = true, sheet = {}, agree, validate, create }: Life) {
  const log: string[] = [];
  const kept: { repeat: (() => Promise<void>) | undefined } = { repeat: undefined };
  let state: PurchaseState = PURCHASE_START;
  const never = new Promise<never>(() => undefined);
  const opened: AppleSheet = {
    validation: Promise.resolve("https://apple.example/session"),
    payment: Promise.resolve(PAYMENT),
    closed: never,
    acceptMerchant: () => log.push("merchant"),
    finish: (isPaid) => log.push(`sheet ${isPaid ? "success" : "failure"}`),
    abort: () => log.push("abort"),
    ...(sheet === "none" ? {} : sheet),
  };
  const ports: ApplePorts = {
    dispatch: (event) => state = purchaseReducer(state, event),
    track: {
      appleSubmit: () => log.push("apple-submit"),
      modalPaymentSubmit: () => log.push("modal-payment-submit"),
      purchase: ({ planId, cents }) => log.push(`purchase ${planId} ${cents}`),
      purchaseError: (text) => log.push(`purchase-error ${text}`),
    },
    openSheet: () => {
      log.push("sheet");
      return sheet === "none" ? undefined : opened;
    },
    agree: () => {
      log.push("consent");
      return agree?.() ?? Promise.resolve({});
    },
    validateMerchant: () => {
      log.push("validate");
      return validate?.() ?? Promise.resolve({ session: 1 });
    },
    create: () => {
      log.push("create");
      return create?.() ?? Promise.resolve({ id: "s1", subscription_id: "s1", error: "" });
    },
    keepRepeat: (repeat) => kept.repeat = repeat,
    wait: () => Promise.resolve(),
    isAdTrackerOn: () => false,
    remember: ({ email, subscriptionId }) => log.push(`remember ${email} ${subscriptionId}`),
    goToOffers: () => log.push("offers"),
  };
  const order: AppleOrder = {
    isConsented,
    consent: {
      plan_id: PLANS[0].id,
      text: "I agree",
      text_version: "1",
      locale: "en",
      shown: shownFigures(PLANS[0], NOW_MS),
    },
    terms: termsOf(PLANS[0]),
    body: () => BODY,
  };
  return { ports, order, log, state: () => state, repeat: () => kept.repeat };
}

async function live(life: Life) {
  const { ports, order, ...seen } = liveParts(life);
  await payWithApple(ports, () => order);
  return seen;
}

describe("paying with Apple Pay", () => {
  it("W-APPLE-04, W-APPLE-05: stores the consent, validates the merchant, creates with the token, completes the sheet, goes to the offers", async () => {
    const { log, state } = await live({});
    assertEquals(log, [
      "sheet",
      "apple-submit",
      "modal-payment-submit",
      "consent",
      "validate",
      "merchant",
      "create",
      "sheet success",
      "purchase tck_weekly_3dtrial 100",
      "remember ana@example.com s1",
      "offers",
    ]);
    assertEquals(state().phase, "done");
  });

  it("opens no sheet without the consent tick", async () => {
    const { log, state } = await live({ isConsented: false });
    assertEquals([log, state().consentError === ""], [[], false]);
  });

  it("W-APPLE-08, W-ERR-08: shows 'Apple Pay is not available' where it cannot be used", async () => {
    const { log, state } = await live({ sheet: "none" });
    assertEquals(log, ["sheet", "purchase-error Apple Pay is not available"]);
    assertEquals([state().phase, state().error], ["ready", "Apple Pay is not available"]);
  });

  it("says that it is not available when something on the way to the create fails, which is reported", async () => {
    const broken = () => {
      throw new TypeError("Promise.withResolvers is not a function");
    };
    const { ports, order, log, state } = liveParts({});
    const rows: readonly (readonly [ApplePorts, () => AppleOrder, boolean])[] = [
      [ports, broken, false],
      [{ ...ports, openSheet: broken }, () => order, false],
      [ports, () => ({ ...order, body: broken }), true],
    ];
    for (const [given, orderNow, hasSheet] of rows) {
      log.length = 0;
      await assertRejects(() => payWithApple(given, orderNow), TypeError);
      assertEquals([state().phase, state().error], ["ready", "Apple Pay is not available"]);
      assertEquals([log.at(-1), log.includes("abort")], ["purchase-error Apple Pay is not available", hasSheet]);
      assertEquals(log.includes("create"), false);
    }
  });

  it("W-APPLE-07: a refused or unreachable merchant validation aborts the session, and nothing is created", async () => {
    const refusals = [
      () => Promise.reject(new ResponseError(502, { error: "Apple Pay did not answer" })),
      () => Promise.reject(new NetworkError("lost")),
    ];
    for (
      const [validate, text] of refusals.map((row, at) =>
        [row, ["Apple Pay did not answer", "Something went wrong"][at]] as const
      )
    ) {
      const { log, state } = await live({ validate });
      assertEquals(log.slice(-3), ["validate", `purchase-error ${text}`, "abort"]);
      assertEquals([state().phase, state().error], ["ready", text]);
    }
  });

  it("a consent that cannot be stored aborts before the merchant is validated", async () => {
    const { log, state } = await live({ agree: () => Promise.reject(new NetworkError("lost")) });
    assertEquals([log.includes("validate"), log.includes("abort"), state().phase], [false, true, "ready"]);
  });

  it("W-APPLE-03: a closed sheet shows 'Something went wrong' and that the shopper was not charged", async () => {
    const closed = Promise.reject(new SheetClosed("closed"));
    const { log, state } = await live({ sheet: { validation: new Promise(() => undefined), closed } });
    assertEquals(log.includes("create"), false);
    assertEquals(/^Something went wrong\. .*You haven't been charged/.test(state().error), true);
  });

  it("W-APPLE-03: so does one that is closed while the merchant is validated", async () => {
    let close = () => {};
    const closed = new Promise<never>((_, reject) => close = () => reject(new SheetClosed("closed")));
    const validate = () => {
      close();
      return new Promise(() => undefined);
    };
    const { log, state } = await live({ sheet: { closed }, validate });
    assertEquals(log.includes("create"), false);
    assertMatch(state().error, /^Something went wrong\. .*You haven't been charged/);
  });

  it("W-APPLE-06: a refused create marks the sheet as failed and shows the service's message", async () => {
    const { log, state } = await live({ create: () => Promise.resolve({ error: "Your bank says no." }) });
    assertEquals(log.slice(-2), ["sheet failure", "purchase-error Your bank says no."]);
    assertEquals([state().phase, state().error], ["ready", "Your bank says no."]);
  });

  it("a refusal of a repeated create leaves nothing to repeat", async () => {
    let calls = 0;
    const { state, repeat } = await live({
      create: () => ++calls < 5 ? Promise.reject(new NetworkError("lost")) : Promise.resolve({ error: "No." }),
    });
    await repeat()?.();
    assertEquals([calls, state().error, repeat()], [5, "No.", undefined]);
  });

  it("an answer that is not the end is repeated by a press, and no other payment is offered meanwhile", async () => {
    let calls = 0;
    const waiting = { error: "We're waiting on your bank.", code: "in_flight" };
    const { log, state, repeat } = await live({
      create: () => Promise.resolve(++calls === 1 ? waiting : { id: "s1", error: "" }),
    });
    assertEquals([calls, state().phase, state().error, state().mayStartOver], [
      1,
      "unconfirmed",
      "We're waiting on your bank.",
      false,
    ]);
    await repeat()?.();
    assertEquals([calls, state().phase, log.at(-1), repeat()], [2, "done", "offers", undefined]);
  });

  it("a create without a response is retried, then repeated by a press: never a second payment", async () => {
    let calls = 0;
    const { log, state, repeat } = await live({
      create: () => ++calls < 5 ? Promise.reject(new NetworkError("lost")) : Promise.resolve({ id: "s1", error: "" }),
    });
    assertEquals([calls, state().phase, log.includes("offers")], [4, "unconfirmed", false]);
    assertEquals(/be charged twice/.test(state().help), true);
    await repeat()?.();
    assertEquals([calls, state().phase, log.at(-1), repeat()], [5, "done", "offers", undefined]);
  });
});

describe("Apple's sheet", () => {
  it("W-APPLE-01, W-APPLE-08: is offered only where the browser says that it can pay", () => {
    const withApi = (canMakePayments: () => boolean) => ({
      ApplePaySession: Object.assign(class {}, { canMakePayments }),
    });
    assertEquals(canUseApplePay({}), false);
    assertEquals(canUseApplePay(withApi(() => false)), false);
    assertEquals(canUseApplePay(withApi(() => true)), true);
    assertEquals(
      canUseApplePay(withApi(() => {
        throw new Error("not in a frame");
      })),
      false,
    );
    assertEquals(openAppleSheet(requestOf(PLANS[0]), {}), undefined);
  });

  it("opens in Safari 16, which has no Promise.withResolvers", async () => {
    const { withResolvers } = Promise;
    Reflect.deleteProperty(Promise, "withResolvers");
    try {
      const made: ApplePaySession[] = [];
      class ApplePaySession {
        static readonly canMakePayments = () => true;
        onvalidatemerchant?: (event: { readonly validationURL: string }) => void;
        onpaymentauthorized?: (event: { readonly payment: typeof PAYMENT }) => void;
        oncancel?: () => void;
        constructor() {
          made.push(this);
        }
        begin() {}
      }
      const sheet = openAppleSheet(requestOf(PLANS[0]), { ApplePaySession });
      made[0]?.onvalidatemerchant?.({ validationURL: "https://apple.example" });
      made[0]?.onpaymentauthorized?.({ payment: PAYMENT });
      assertEquals([await sheet?.validation, await sheet?.payment], ["https://apple.example", PAYMENT]);
      made[0]?.oncancel?.();
      await assertRejects(() => sheet?.closed ?? Promise.resolve(), SheetClosed);
    } finally {
      Object.assign(Promise, { withResolvers });
    }
  });

  it("W-APPLE-06: does not call a sheet that Apple has closed, and opens none beside another", () => {
    const said: string[] = [];
    class Session {
      static readonly STATUS_SUCCESS = 0;
      static readonly STATUS_FAILURE = 1;
      static readonly canMakePayments = () => true;
      static isOpen = false;
      oncancel = () => {};
      constructor(readonly version: number) {}
      begin() {
        if (Session.isOpen) throw new DOMException("", "InvalidAccessError");
        said.push(`${this.version} begin`);
      }
      completePayment({ status }: { readonly status: number }) {
        said.push(`completePayment ${status}`);
      }
      abort() {
        said.push("abort");
      }
    }
    let session: Session | undefined;
    const page = {
      ApplePaySession: class extends Session {
        constructor(version: number) {
          super(version);
          session = this;
        }
      },
    };
    openAppleSheet(requestOf(PLANS[0]), page)?.finish(true);
    openAppleSheet(requestOf(PLANS[0]), page)?.finish(false);
    // Version 14 is the first with recurring payments.
    assertEquals(said.splice(0), ["14 begin", "completePayment 0", "14 begin", "completePayment 1"]);
    const timedOut = openAppleSheet(requestOf(PLANS[0]), page);
    session?.oncancel();
    timedOut?.finish(true);
    timedOut?.abort();
    assertEquals(said, ["14 begin"]);
    Session.isOpen = true;
    assertEquals(openAppleSheet(requestOf(PLANS[0]), page), undefined);
  });
});
