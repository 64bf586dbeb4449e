/** What merchants may set on the card payment button. */
import type { PaymentEvents } from "../events.ts";
import type { Appearance, Css } from "../options.ts";
import type { ReturnInfo } from "../wire/payments.ts";

export interface CardPaymentButtonOptions {
  /** The button starts disabled unless this is exactly false. */
  readonly disabledByDefault?: boolean;
  /** When set, the form's validity no longer enables or disables the button. */
  readonly disablePaymentButton?: boolean;
  readonly redirectFor3DS?: boolean;
  readonly returnInfo?: ReturnInfo;
  /** `label` while idle (default Pay), `loading` while busy (default Loading). */
  readonly translations?: { readonly label?: string; readonly loading?: string };
  readonly styles?: ButtonStyles;
  readonly appearance?: Appearance;
  readonly events?: PaymentEvents;
}

export interface ButtonStyles {
  readonly base?: Css;
  readonly hover?: Css;
  readonly disabled?: Css;
  readonly loading?: Css;
}
