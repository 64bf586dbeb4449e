/** Options of the card payment button. */
import type { CardFormEvents, PaymentEvents } from "../events.ts";
import type { DeliveryAddressChange } from "../wire/delivery_address.ts";
import type { Appearance, Css } from "../options.ts";
import type { StorablePaymentCompositionOption } from "../execution/payment_method.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import type { ReturnInfo } from "../wire/payments.ts";

/** Options of the card payment button. */
export interface CardPaymentButtonOptions {
  /** Default true: the button is disabled until the form is valid. Only `false` enables it from the start. */
  disabledByDefault?: boolean;
  /**
   * Stops form and stored card from enabling and disabling the button: true disables it until `setDisabled(false)`, and
   * false keeps it enabled until a payment succeeds. Without it, the button follows them.
   */
  disablePaymentButton?: boolean;
  /**
   * Adds the amount to the SDK's own label, in the client's language: "Pay $10.00". It follows `client.update`. A label
   * of `translations` stays as it is. Default false.
   */
  showAmount?: boolean;
  /** Overrides the client's option for this button. */
  redirectFor3DS?: boolean;
  /** Overrides the client's result pages for this button. */
  returnInfo?: ReturnInfo;
  /** `label`: default "Pay". `loading`: text that screen readers announce while the payment runs, default "Loading". */
  translations?: { label?: string; loading?: string };
  /** Styles by state, applied over `appearance`. */
  styles?: ButtonStyles;
  /** Overrides the client's theme for this button. */
  appearance?: Appearance;
  /** Callbacks of the payment. */
  events?: CardButtonEvents;
}

/** Callbacks of the card payment button. */
export interface CardButtonEvents
  extends PaymentEvents, Pick<CardFormEvents, "onSaveInstrumentCheckboxChanged" | "onBillingAddressChanged"> {
  /**
   * Never called by this button, like the two callbacks of the card form: pass them to the element that asks for it.
   * The console shows a warning.
   *
   * @deprecated use the option of a wallet button or of the drop-in
   */
  onDeliveryAddressChanged?: (address: DeliveryAddressChange) => unknown;
  /**
   * Never called by this button; the console shows a warning.
   *
   * @deprecated use the option of the drop-in
   */
  onPaymentOptionSelected?: (
    event: { paymentMethod?: StorablePaymentCompositionOption; instrument?: StoredInstrument },
  ) => unknown;
}

/** Styles by state. Each state adds to `base`. */
export interface ButtonStyles {
  /** Every state. */
  base?: Css;
  /** While the pointer is over the enabled button. */
  hover?: Css;
  /** While the button cannot be pressed. */
  disabled?: Css;
  /** While a payment runs. */
  loading?: Css;
}

/** Changes for `CardPaymentButton.update`. A text that is undefined becomes the SDK's own again. */
export interface ButtonUpdate extends Pick<CardPaymentButtonOptions, "styles" | "appearance" | "events"> {
  /** Replaces the texts. */
  translations?: {
    /** Text of the button. */
    label?: string | undefined;
    /** Text that screen readers announce while the payment runs. */
    loading?: string | undefined;
  };
}
