/** Details, chosen method and the open or closed payment modal: the checkout's half of the state of spec W 3. */
import { type Details, EMPTY_DETAILS } from "./details.ts";

export const PAYMENT_METHODS = ["apple", "card"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export interface CheckoutState {
  readonly details: Details;
  readonly selectedPaymentMethod: PaymentMethod;
  readonly isPaymentModalOpen: boolean;
}

export type CheckoutEvent =
  | { readonly type: "detail_changed"; readonly name: keyof Details; readonly value: string }
  | { readonly type: "payment_method_selected"; readonly method: PaymentMethod }
  | { readonly type: "payment_modal_opened" }
  | { readonly type: "payment_modal_closed" };

/** The e-mail is pre-filled from the stored quiz e-mail, else empty (spec W 3). */
export function checkoutStart(quizEmail: string): CheckoutState {
  return {
    details: { ...EMPTY_DETAILS, email: quizEmail },
    selectedPaymentMethod: "card",
    isPaymentModalOpen: false,
  };
}

export function checkoutReducer(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case "detail_changed":
      return { ...state, details: { ...state.details, [event.name]: event.value } };
    case "payment_method_selected":
      return { ...state, selectedPaymentMethod: event.method };
    case "payment_modal_opened":
      return { ...state, isPaymentModalOpen: true };
    case "payment_modal_closed":
      return { ...state, isPaymentModalOpen: false };
  }
}
