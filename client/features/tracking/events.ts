/** Every funnel event, one function each; sinks get nothing before consent (W-TRACK-04, W-TRACK-05). */
import type { Band } from "../../../server/wire/members/report.ts";
import type { FunnelEventName, SignInWay, URGENT_KINDS } from "../../../server/wire/site/funnel_events.ts";

export type FieldValue = string | number | boolean;
export interface TrackedEvent {
  readonly name: FunnelEventName;
  readonly fields: Readonly<Record<string, FieldValue>>;
}

/** Receivers of events: our own collector, pixel, ad tracker. */
export type Sink = (event: TrackedEvent) => void;

export interface TrackerPorts {
  readonly sinks: readonly Sink[];
  readonly mayTrack: () => boolean;
}

export interface Sale {
  readonly planId: string;
  /** Reported value in cents: for additional purchases 75 % of the price (W-LIMIT-02). */
  readonly cents: number;
  /** Network of a typed card (W-VALID-04 to W-VALID-08); absent for other payments. */
  readonly cardType?: string;
}

/** The collector refuses a longer one, and with it every event of the same call. */
const MAX_TEXT_CHARS = 500;
const errorText = (text: string) => ({ text: text.slice(0, MAX_TEXT_CHARS) });

/** Event names in the style of the documented ones. */
export function createTracker({ sinks, mayTrack }: TrackerPorts) {
  const track = (name: FunnelEventName, fields: TrackedEvent["fields"] = {}) => {
    if (mayTrack()) { for (const sink of sinks) sink({ name, fields }); }
  };
  return {
    pageView: (route: string) => track("page-view", { route }),
    numberCheck: (isValid: boolean) => track("number-check", { valid: isValid }),
    quizStart: () => track("quiz-start"),
    quizAnswer: (question: number) => track("quiz-answer", { question }),
    quizSkip: (question: number) => track("quiz-skip", { question }),
    quizComplete: () => track("quiz-complete"),
    quizLeave: (question: number) => track("quiz-leave", { question }),
    urgentShown: (kind: (typeof URGENT_KINDS)[number]) => track("urgent-shown", { kind }),
    scanStart: () => track("scan-start"),
    scanComplete: (band: Band) => track("scan-complete", { band }),
    scanError: (text: string) => track("scan-error", errorText(text)),
    getReport: () => track("get-report"),
    detailsSubmit: () => track("details-submit"),
    planSelect: (planId: string) => track("plan-select", { plan_id: planId }),
    modalPaymentOpen: (planId: string) => track("modal-payment-open", { plan_id: planId }),
    modalPaymentClose: () => track("modal-payment-close"),
    modalPaymentSubmit: (planId: string) => track("modal-payment-submit", { plan_id: planId }),
    cardSubmit: (planId: string) => track("card-submit", { plan_id: planId }),
    appleSubmit: (planId: string) => track("apple-submit", { plan_id: planId }),
    purchase: (sale: Sale) => track("purchase", saleFields(sale)),
    purchaseError: (text: string) => track("purchase-error", errorText(text)),
    additionalPurchase: (sale: Sale) => track("additional-purchase", saleFields(sale)),
    additionalPurchaseError: (text: string) => track("additional-purchase-error", errorText(text)),
    offerDecline: () => track("offer-decline"),
    signIn: (provider: SignInWay) => track("sign-in", { provider }),
    cancelRequest: () => track("cancel-request"),
  } as const;
}
export type Tracker = ReturnType<typeof createTracker>;

/** Without the order id, which gives access to the purchase (SECURITY B6). */
function saleFields({ planId, cents, cardType }: Sale): TrackedEvent["fields"] {
  const sale = { plan_id: planId, value: Math.round(cents) / 100, currency: "USD" };
  return cardType === undefined ? sale : { ...sale, card_type: cardType };
}
