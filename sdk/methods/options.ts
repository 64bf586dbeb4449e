/** Options of wallet buttons and redirect buttons. */
import type { ButtonStyles } from "../buttons/options.ts";
import type { CardFormEvents, PaymentEvents } from "../events.ts";
import type { Appearance, Environment } from "../options.ts";
import type { ReturnInfo } from "../wire/payments.ts";

/** Options of the button of a hosted payment page. */
export interface GenericRedirectButtonOptions {
  /** Code of the hosted page's method. Default: `mercadoPago`. */
  readonly paymentMethod?: { readonly paymentMethodCode?: string };
  /**
   * Opens the payment page in a new tab. Default false: the whole page goes there, or a popup opens where the method
   * uses one.
   */
  readonly openInNewTab?: boolean;
  /** Overrides the client's result pages for this button. */
  readonly returnInfo?: ReturnInfo;
  /** `label`: text of the button. `loading`: text that screen readers announce while the payment runs. */
  readonly translations?: { readonly label?: string; readonly loading?: string };
  /** Styles by state, applied over `appearance`. */
  readonly styles?: ButtonStyles;
  /** Overrides the client's theme for this button. */
  readonly appearance?: Appearance;
  /** Callbacks of the payment. */
  readonly events?: PaymentEvents;
}

/** Callbacks of wallet buttons beside those of a payment. */
export interface WalletEvents extends PaymentEvents {
  /** Google Pay can be used here and its button is shown. */
  readonly onGooglePayAvailable?: () => unknown;
  /** Apple Pay can be used here and its button is shown. */
  readonly onApplePayAvailable?: () => unknown;
  /** PayPal's script has loaded and its button is shown. */
  readonly onPaypalAvailable?: () => unknown;
  /** The shopper changed PayPal's checkbox that stores the account. */
  readonly onSaveInstrumentCheckboxChanged?: NonNullable<CardFormEvents["onSaveInstrumentCheckboxChanged"]>;
  /**
   * The shopper changed the delivery address. Return false or throw to refuse it. PayPal gives its own data, Apple Pay
   * `{ deliveryAddress }` with `city`, `postalCode`, `state` and `country.code`, and waits for about 30 s.
   */
  readonly onDeliveryAddressChanged?: (address: unknown) => unknown;
}

/** Options that every wallet button has. */
interface WalletOptions {
  /** Stores the instrument with every payment. Default false. */
  readonly alwaysStoreInstrument?: boolean;
  /** Overrides the client's result pages for this button. */
  readonly returnInfo?: ReturnInfo;
  /** Callbacks of the payment and of the wallet. */
  readonly events?: WalletEvents;
}

/** Options of the Google Pay button. */
export interface GooglePayButtonOptions extends WalletOptions {
  /** Default: the client's environment. */
  readonly environment?: Environment;
  /** The merchant as Google's sheet names it. */
  readonly merchantInfo?: { readonly merchantId?: string; readonly merchantName?: string };
  /** `unavailable`: text shown where Google Pay cannot be used. */
  readonly translations?: { readonly unavailable?: string };
  /** Values of Google's `createButton`. Defaults: black, long, fill. */
  readonly styles?: {
    readonly buttonColor?: string;
    readonly buttonType?: string;
    readonly buttonSizeMode?: string;
    readonly locale?: string;
  };
}

/** Options of the Apple Pay button. */
export interface ApplePayButtonOptions extends WalletOptions {
  /** Domain to validate the merchant for. Default: the page's host. */
  readonly clientDomain?: string;
  /** Closes Apple's sheet at once when the payment is refused. Default false: the sheet shows the failure first. */
  readonly abortAfterAuthorizeFailed?: boolean;
  /**
   * `unavailable`: text shown where Apple Pay cannot be used. `paymentScreenLabel`: the merchant's name in the sheet,
   * default the page's host.
   */
  readonly translations?: { readonly unavailable?: string; readonly labels?: { readonly paymentScreenLabel?: string } };
  /** Attributes of Apple's button. Defaults: buy, black, en-GB. */
  readonly styles?: { readonly type?: string; readonly style?: string; readonly locale?: string };
}

/** Options of the PayPal button. */
export interface PaypalButtonOptions extends WalletOptions {
  /** `saveInstrument`: label of the checkbox that stores the account. */
  readonly translations?: { readonly labels?: { readonly saveInstrument?: string } };
  /** Styles of PayPal's button. Defaults: gold, height 40 px, rect, paypal, no tagline. */
  readonly styles?: {
    readonly color?: string;
    readonly height?: number;
    readonly shape?: string;
    readonly label?: string;
    readonly tagline?: boolean;
    /** Locale with an underscore, such as de_DE. */
    readonly locale?: string;
  };
}
