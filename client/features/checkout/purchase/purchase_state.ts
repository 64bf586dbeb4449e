/** Where one purchase stands: agreed or not, at the bank, being confirmed, refused; one step per thing that happened. */
import type { Shown } from "../../../../server/wire/billing/purchase.ts";

/**
 * `paying` at the bank or in our consent; `confirming` approved, our create call runs; `unconfirmed` approved, but our call
 * failed, so only that call may be repeated; `waiting` the bank has not decided; `check_left` its check waits for the person.
 */
export type PurchasePhase = "ready" | "paying" | "confirming" | "unconfirmed" | "waiting" | "check_left" | "done";

export interface PurchaseState {
  readonly phase: PurchasePhase;
  readonly isConsented: boolean;
  /** Said at the consent row; empty when all is well. */
  readonly consentError: string;
  /** Said above the pay button; empty when all is well. */
  readonly error: string;
  /** Said below the error of an unconfirmed payment; empty for the usual sentence. */
  readonly help: string;
  /** Said while the create call is repeated. */
  readonly progress: string;
  /** Figures the server corrected; undefined while ours stand. */
  readonly correctedFigures: Shown | undefined;
  /** The server has answered that this payment cannot become a plan, so a new one is no second one. */
  readonly mayStartOver: boolean;
}

export const PURCHASE_START: PurchaseState = {
  phase: "ready",
  isConsented: false,
  consentError: "",
  error: "",
  help: "",
  progress: "",
  correctedFigures: undefined,
  mayStartOver: false,
};

export type PurchaseEvent =
  | { readonly type: "consent_toggled"; readonly isConsented: boolean }
  | { readonly type: "consent_missing"; readonly text: string }
  | { readonly type: "submitted" }
  | { readonly type: "figures_corrected"; readonly shown: Shown; readonly text: string }
  | { readonly type: "submit_failed"; readonly text: string }
  | { readonly type: "declined"; readonly text: string }
  | { readonly type: "authorized" }
  | { readonly type: "create_unanswered"; readonly text: string }
  | {
    readonly type: "create_failed";
    readonly text: string;
    readonly wasAnswered: boolean;
    readonly help?: string;
  }
  | { readonly type: "started_over" }
  /** The bank is asked what became of the payment that was under way, or its check is open again. */
  | { readonly type: "payment_resumed"; readonly text: string }
  /** The bank had never been asked, so the form is free again. */
  | { readonly type: "nothing_under_way"; readonly text: string }
  | { readonly type: "bank_undecided" }
  /** The bank's check was closed, or the page was, before it was done. */
  | { readonly type: "check_left" }
  | { readonly type: "purchased" };

export function purchaseReducer(state: PurchaseState, event: PurchaseEvent): PurchaseState {
  switch (event.type) {
    case "consent_toggled":
      return { ...state, isConsented: event.isConsented, consentError: "" };
    case "consent_missing":
      return { ...state, consentError: event.text };
    case "submitted":
      return { ...state, phase: "paying", error: "", consentError: "" };
    case "figures_corrected":
      return { ...backToReady(state), isConsented: false, consentError: event.text, correctedFigures: event.shown };
    case "submit_failed":
    case "declined":
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
        help: event.help ?? "",
        progress: "",
        mayStartOver: event.wasAnswered,
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

/** The tick stays, so that another card needs no second reading of the same terms. */
function backToReady(state: PurchaseState): PurchaseState {
  return { ...state, phase: "ready", progress: "" };
}

/** The payment-loading flag of spec W 4. */
export function isPaymentLoading({ phase }: PurchaseState): boolean {
  return phase === "paying" || phase === "confirming" || phase === "done";
}
