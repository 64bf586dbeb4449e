/** Options of the card payment button. */
import type { PaymentEvents } from "../events.ts";
import type { Appearance, Css } from "../options.ts";
import type { ReturnInfo } from "../wire/payments.ts";

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
  readonly styles?: ButtonStyles;
  readonly appearance?: Appearance;
  readonly events?: PaymentEvents;
}

/** Styles by state. Each state adds to `base`. */
export interface ButtonStyles {
  readonly base?: Css;
  readonly hover?: Css;
  readonly disabled?: Css;
  readonly loading?: Css;
}
