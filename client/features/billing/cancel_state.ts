/** The state of one cancellation: loaded, confirming, running, done. */

export type CancelState =
  | { readonly kind: "idle" }
  | { readonly kind: "asking" }
  | { readonly kind: "busy" }
  /** `until`: end of the paid period, ISO 8601; empty when the server did not say. */
  | { readonly kind: "done"; readonly until: string }
  | { readonly kind: "failed"; readonly text: string };

export type CancelEvent =
  | { readonly type: "cancel_asked" }
  | { readonly type: "cancel_dropped" }
  | { readonly type: "cancel_sent" }
  | { readonly type: "cancelled"; readonly until: string }
  | { readonly type: "cancel_failed"; readonly text: string };

export const CANCEL_START: CancelState = { kind: "idle" };
export const CANCEL_DECIDED: CancelState = { kind: "asking" };

export function cancelReducer(_state: CancelState, event: CancelEvent): CancelState {
  switch (event.type) {
    case "cancel_asked":
      return { kind: "asking" };
    case "cancel_dropped":
      return CANCEL_START;
    case "cancel_sent":
      return { kind: "busy" };
    case "cancelled":
      return { kind: "done", until: event.until };
    case "cancel_failed":
      return { kind: "failed", text: event.text };
  }
}
