/** Options of the card payment button. */
import type { PaymentEvents } from "../events.ts";
import type { Appearance, Css } from "../options.ts";
import type { ReturnInfo } from "../wire/payments.ts";

/** Options of the card payment button. */
export interface CardPaymentButtonOptions {
  /** Default true: the button is disabled until the form is valid. Only `false` enables it from the start. */
  readonly disabledByDefault?: boolean;
  /** Stops the form's validity from enabling and disabling the button. Default false. */
  readonly disablePaymentButton?: boolean;
  /** Overrides the client's option for this button. */
  readonly redirectFor3DS?: boolean;
  /** Overrides the client's result pages for this button. */
  readonly returnInfo?: ReturnInfo;
  /** `label`: default "Pay". `loading`: text that screen readers announce while the payment runs, default "Loading". */
  readonly translations?: { readonly label?: string; readonly loading?: string };
  /** Styles by state, applied over `appearance`. */
  readonly styles?: ButtonStyles;
  /** Overrides the client's theme for this button. */
  readonly appearance?: Appearance;
  /** Callbacks of the payment. */
  readonly events?: PaymentEvents;
}

/** Styles by state. Each state adds to `base`. */
export interface ButtonStyles {
  /** Every state. */
  readonly base?: Css;
  /** While the pointer is over the enabled button. */
  readonly hover?: Css;
  /** While the button cannot be pressed. */
  readonly disabled?: Css;
  /** While a payment runs. */
  readonly loading?: Css;
}
