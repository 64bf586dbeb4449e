/** The state of one purchase and its transitions: consent, authorization, confirmation, refusal. */
import type { Shown } from "../../../../server/wire/billing/purchase.ts";

/**
 * `paying`: storing the consent or authorizing; `confirming`: approved, the create call runs; `unconfirmed`: approved,
 * but the create call failed, so only that call may be repeated; `waiting`: no outcome yet; `check_left`: the shopper
 * left the challenge open.
 */
export type PurchasePhase = "ready" | "paying" | "confirming" | "unconfirmed" | "waiting" | "check_left" | "done";

export interface PurchaseState {
  readonly phase: PurchasePhase;
  readonly isConsented: boolean;
  /** Message at the consent row; empty when all is well. */
  readonly consentError: string;
  /** If only the consent is missing, it takes the focus; otherwise the card's first wrong field does. */
  readonly isConsentFirst: boolean;
  /** Message above the card fields, or in their place; empty when all is well. */
  readonly error: string;
  /** The bank refused this card: another one may succeed. */
  readonly isCardRefused: boolean;
  /** Message below the error of an unconfirmed payment; empty when the error says it all. */
  readonly help: string;
  /** Message while the create call is repeated. */
  readonly progress: string;
  /** Figures corrected by the server; undefined while ours are right. */
  readonly correctedFigures: Shown | undefined;
  /** The server answered that this payment cannot become a plan, so paying again is not a double payment. */
  readonly mayStartOver: boolean;
}

export const PURCHASE_START: PurchaseState = {
  phase: "ready",
  isConsented: false,
  consentError: "",
  isConsentFirst: true,
  error: "",
  isCardRefused: false,
  help: "",
  progress: "",
  correctedFigures: undefined,
  mayStartOver: false,
};

export type PurchaseEvent =
  | { readonly type: "consent_toggled"; readonly isConsented: boolean }
  | { readonly type: "consent_missing"; readonly text: string; readonly isConsentFirst: boolean }
  /** The shopper types: a message about the card before is out of date. */
  | { readonly type: "card_changed" }
  | { readonly type: "submitted" }
  | { readonly type: "figures_corrected"; readonly shown: Shown; readonly text: string }
  | { readonly type: "submit_failed"; readonly text: string }
  | { readonly type: "declined"; readonly text: string; readonly isCardRefused: boolean }
  | { readonly type: "authorized" }
  | { readonly type: "create_unanswered"; readonly text: string }
  | {
    readonly type: "create_failed";
    readonly text: string;
    /** This payment cannot become a plan. */
    readonly isFinal: boolean;
    readonly help: string;
  }
  | { readonly type: "started_over" }
  /** The outcome is being requested, or the challenge is open again. */
  | { readonly type: "payment_resumed"; readonly text: string }
  /** The acquirer was never called, so the form can be used again. */
  | { readonly type: "nothing_under_way"; readonly text: string }
  | { readonly type: "bank_undecided" }
  /** The issuer page or our page was closed before the challenge was done. */
  | { readonly type: "check_left" }
  | { readonly type: "purchased" };

export function purchaseReducer(state: PurchaseState, event: PurchaseEvent): PurchaseState {
  switch (event.type) {
    case "consent_toggled":
      return { ...state, isConsented: event.isConsented, consentError: "" };
    case "consent_missing":
      return { ...state, consentError: event.text, isConsentFirst: event.isConsentFirst };
    case "card_changed":
      return state.phase === "ready" && state.error !== "" ? { ...state, error: "" } : state;
    case "submitted":
      return { ...state, phase: "paying", error: "", consentError: "" };
    case "figures_corrected":
      return {
        ...backToReady(state),
        isConsented: false,
        consentError: event.text,
        isConsentFirst: true,
        correctedFigures: event.shown,
      };
    case "declined":
      return { ...backToReady(state), error: event.text, isCardRefused: event.isCardRefused };
    case "submit_failed":
    case "nothing_under_way":
      return { ...backToReady(state), error: event.text };
    case "authorized":
      return { ...state, phase: "confirming", error: "", progress: "" };
    case "create_unanswered":
      return { ...state, progress: event.text };
    case "create_failed":
      return {
        ...state,
        phase: "unconfirmed",
        error: event.text,
        help: event.help,
        progress: "",
        mayStartOver: event.isFinal,
      };
    case "started_over":
      return PURCHASE_START;
    case "payment_resumed":
      return { ...state, phase: "waiting", error: "", progress: event.text };
    case "bank_undecided":
      return { ...state, phase: "waiting", error: "", progress: "" };
    case "check_left":
      return { ...state, phase: "check_left", error: "", progress: "" };
    case "purchased":
      return { ...state, phase: "done", error: "", progress: "" };
  }
}

/** The tick stays, so that the shopper need not read the same terms again for another card. */
function backToReady(state: PurchaseState): PurchaseState {
  return { ...state, phase: "ready", isCardRefused: false, progress: "" };
}

/** The payment-loading flag (W-CARD-03). */
export function isPaymentLoading({ phase }: PurchaseState): boolean {
  return phase === "paying" || phase === "confirming" || phase === "done";
}
