/** When the card payment button is enabled (S-BUTTON-09 to S-BUTTON-13). */

export interface ButtonState {
  readonly isFormValid: boolean;
  readonly isStoredCardChosen: boolean;
  readonly isPaying: boolean;
  /** Set by the page through `triggerLoading`. */
  readonly isLoading: boolean;
  /** Set by the page through `setDisabled`. Disabled, it stays so; enabled, until form or stored card change. */
  readonly held?: "disabled" | "enabled" | undefined;
  readonly disabledByDefault: boolean | undefined;
  readonly disablePaymentButton: boolean | undefined;
}

export type ButtonFact =
  | { readonly type: "form_changed"; readonly isValid: boolean }
  | { readonly type: "stored_card_chosen"; readonly isChosen: boolean }
  | { readonly type: "page_disabled" | "page_enabled" }
  | { readonly type: "page_loading"; readonly isLoading: boolean }
  | { readonly type: "payment_started" }
  | { readonly type: "payment_ended" };

export interface ButtonSettings {
  readonly disabledByDefault?: boolean;
  readonly disablePaymentButton?: boolean;
}

export function startButton({ disabledByDefault, disablePaymentButton }: ButtonSettings): ButtonState {
  return {
    isFormValid: false,
    isStoredCardChosen: false,
    isPaying: false,
    isLoading: false,
    disabledByDefault,
    disablePaymentButton,
  };
}

export function reduce(state: ButtonState, fact: ButtonFact): ButtonState {
  switch (fact.type) {
    case "form_changed":
      return { ...state, held: stillHeld(state), isFormValid: fact.isValid };
    case "stored_card_chosen":
      return { ...state, held: stillHeld(state), isStoredCardChosen: fact.isChosen };
    case "page_disabled":
      return { ...state, held: "disabled" };
    case "page_enabled":
      return { ...state, held: "enabled" };
    case "page_loading":
      return { ...state, isLoading: fact.isLoading };
    case "payment_started":
      return { ...state, isPaying: true };
    case "payment_ended":
      return { ...state, isPaying: false };
  }
}

function stillHeld({ held }: ButtonState): ButtonState["held"] {
  return held === "disabled" ? held : undefined;
}

export function isEnabled(state: ButtonState): boolean {
  if (state.isPaying || state.isLoading) return false;
  if (state.held !== undefined) return state.held === "enabled";
  if (state.disablePaymentButton !== undefined) return !state.disablePaymentButton;
  return state.isFormValid || state.isStoredCardChosen || state.disabledByDefault === false;
}
