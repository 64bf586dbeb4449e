/** When the card payment button is enabled (S-BUTTON-09 to S-BUTTON-13). */

export interface ButtonState {
  readonly isFormValid: boolean;
  readonly isStoredCardChosen: boolean;
  readonly isPaying: boolean;
  /** The payment was made, and the shopper has not turned to another card since. */
  readonly isPaid: boolean;
  /** Set by the page through `triggerLoading`. */
  readonly isLoading: boolean;
  /** Set by the page through `setDisabled`: disabled, whatever form and stored card say. */
  readonly isHeld?: boolean;
  readonly disabledByDefault: boolean | undefined;
  readonly disablePaymentButton: boolean | undefined;
}

export type ButtonFact =
  | { readonly type: "form_changed"; readonly isValid: boolean }
  | { readonly type: "stored_card_chosen"; readonly isChosen: boolean }
  | { readonly type: "page_disabled" | "page_enabled" }
  | { readonly type: "page_loading"; readonly isLoading: boolean }
  | { readonly type: "payment_started" }
  | { readonly type: "payment_ended" }
  | { readonly type: "paid" };

export interface ButtonSettings {
  readonly disabledByDefault?: boolean;
  readonly disablePaymentButton?: boolean;
}

export function startButton({ disabledByDefault, disablePaymentButton }: ButtonSettings): ButtonState {
  return {
    isFormValid: false,
    isStoredCardChosen: false,
    isPaying: false,
    isPaid: false,
    isLoading: false,
    disabledByDefault,
    disablePaymentButton,
  };
}

export function reduce(state: ButtonState, fact: ButtonFact): ButtonState {
  switch (fact.type) {
    case "form_changed":
      return { ...state, isFormValid: fact.isValid, isPaid: state.isPaid && !fact.isValid };
    case "stored_card_chosen":
      return { ...state, isStoredCardChosen: fact.isChosen, isPaid: false };
    case "page_disabled":
      return { ...state, isHeld: true };
    case "page_enabled":
      return {
        ...state,
        isHeld: false,
        disablePaymentButton: state.disablePaymentButton === false ? false : undefined,
      };
    case "page_loading":
      return { ...state, isLoading: fact.isLoading };
    case "payment_started":
      return { ...state, isPaying: true };
    case "payment_ended":
      return { ...state, isPaying: false };
    case "paid":
      return { ...state, isFormValid: false, isPaid: true };
  }
}

export function isEnabled(state: ButtonState): boolean {
  if (state.isPaying || state.isPaid || state.isLoading || state.isHeld) return false;
  if (typeof state.disablePaymentButton === "boolean") return !state.disablePaymentButton;
  return state.isFormValid || state.isStoredCardChosen || state.disabledByDefault === false;
}
