/** Options of wallet buttons and redirect buttons. */
import type { ButtonStyles, CardButtonEvents } from "../buttons/options.ts";
import type { RevolutPayButtonTheme } from "../codes.ts";
import type { CardFormEvents, PaymentEvents } from "../events.ts";
import type { DeliveryAddressChange } from "../wire/delivery_address.ts";
import type { Appearance, Css, ElementMarks, Environment, StoreOptions } from "../options.ts";
import type { ReturnInfo } from "../wire/payments.ts";

/** Styles of Revolut Pay's button. */
export interface RevolutPayStyles {
  /** Default `lightOutline`. */
  theme?: RevolutPayButtonTheme;
  /** CSS length. Default `250px`. */
  width?: string;
  /** CSS length. Default: the theme's `borderRadius`. */
  borderRadius?: string;
}

/** Options of the button of a hosted payment page. */
export interface GenericRedirectButtonOptions {
  /** Code of the hosted page's method. Default: `mercadoPago`. */
  paymentMethod?: {
    /** Such as `pix`. Default `mercadoPago`. */
    paymentMethodCode?: string;
    /** Code of the payout method. */
    payoutMethodCode?: string;
  };
  /**
   * Opens the payment page in a new tab. Default false: the whole page goes there, or a popup opens where the method
   * uses one.
   */
  openInNewTab?: boolean;
  /** Overrides the client's result pages for this button. */
  returnInfo?: ReturnInfo;
  /**
   * `label`: text of the button; Revolut Pay keeps its own. `loading`: text that screen readers announce while the
   * payment runs.
   */
  translations?: { label?: string; loading?: string };
  /** Styles by state, applied over `appearance`; for `revolutPay` its theme and size instead. */
  styles?: ButtonStyles | RevolutPayStyles;
  /** Overrides the client's theme for this button. */
  appearance?: Appearance;
  /** Callbacks of the payment. */
  events?: PaymentEvents;
}

/** Changes for the button of a hosted payment page. What is left out stays as it is. */
export interface RedirectButtonUpdate extends Pick<GenericRedirectButtonOptions, "styles" | "appearance"> {
  /** A text that is undefined becomes the SDK's own again. */
  translations?: {
    /** Text of the button. */
    label?: string | undefined;
    /** Text that screen readers announce while the payment runs. */
    loading?: string | undefined;
  };
  /** Replaces the callbacks it names. The console warns of those that no hosted page calls. */
  events?: CardButtonEvents & {
    /**
     * Never called, as in 5.x; the console shows a warning.
     *
     * @deprecated use onButtonClicked
     */
    onClick?: () => Promise<void>;
  };
}

/** Callbacks of wallet buttons beside those of a payment. */
export interface WalletEvents extends PaymentEvents {
  /** Google Pay can be used here and its button is shown. */
  onGooglePayAvailable?: () => unknown;
  /** Apple Pay can be used here and its button is shown. */
  onApplePayAvailable?: () => unknown;
  /** PayPal's script has loaded and its button is shown. */
  onPaypalAvailable?: () => unknown;
  /** The shopper changed the checkbox that stores the instrument. */
  onSaveInstrumentCheckboxChanged?: NonNullable<CardFormEvents["onSaveInstrumentCheckboxChanged"]>;
  /**
   * Never called by a single wallet button, which asks for no billing address in the page; the console shows a warning.
   * Pass it to the drop-in.
   */
  onBillingAddressChanged?: NonNullable<CardFormEvents["onBillingAddressChanged"]>;
  /**
   * The shopper changed the delivery address. Return false or throw to refuse it. PayPal gives its own data, Apple Pay
   * `{ deliveryAddress }` with `city`, `postalCode`, `state` and `country.code`, and waits for about 30 s.
   */
  onDeliveryAddressChanged?: (address: DeliveryAddressChange) => unknown;
}

/** Options that every wallet button has. */
interface WalletOptions extends ElementMarks, StoreOptions {
  /** Overrides the client's result pages for this button. */
  returnInfo?: ReturnInfo;
  /** Callbacks of the payment and of the wallet. */
  events?: WalletEvents;
}

/** Texts of the checkbox that stores the instrument. */
export interface StoreTexts {
  /** Label of the checkbox. Default: in the client's language. */
  storeInstrument?: string;
  /** Another name of `storeInstrument`, which takes precedence. */
  saveInstrument?: string;
}

/** Styles of the checkbox that stores the instrument. */
export interface StoreStyles {
  /** The checkbox with its label. */
  storeInstrumentCheckbox?: Css;
}

/** Options of the Google Pay button. */
export interface GooglePayButtonOptions extends WalletOptions {
  /** Default: the client's environment. */
  environment?: Environment;
  /** The merchant as Google's sheet names it. */
  merchantInfo?: {
    /** Your id at Google, which its live mode requires. */
    merchantId?: string;
    /** Your name in Google's sheet. */
    merchantName?: string;
    /** The software that shows the sheet. */
    softwareInfo?: {
      /** Its id. */
      id?: string;
      /** Its version. */
      version?: string;
    };
  };
  /** Overrides the client's option for this button. */
  redirectFor3DS?: boolean;
  /** Read by the drop-in: shows the logo in the list. The button itself is Google's and stays as it is. */
  showPaymentMethodLogo?: boolean;
  /** `unavailable`: text shown where Google Pay cannot be used. */
  translations?: {
    unavailable?: string;
    /** Texts beside the button. */
    labels?: StoreTexts;
  };
  /** Values of Google's `createButton`. Defaults: black, long, fill. `buttonLocale` is the 5.x name of `locale`. */
  styles?: StoreStyles & {
    buttonColor?: string;
    buttonType?: string;
    buttonSizeMode?: string;
    locale?: string;
    buttonLocale?: string;
  };
}

/** Options of the Apple Pay button. */
export interface ApplePayButtonOptions extends WalletOptions {
  /** Domain to validate the merchant for. Default: the page's host. */
  clientDomain?: string;
  /** Closes Apple's sheet at once when the payment fails. Default false: the sheet shows the failure first. */
  abortAfterAuthorizeFailed?: boolean;
  /** Read by the drop-in: shows the logo in the list. The button itself is Apple's and stays as it is. */
  showPaymentMethodLogo?: boolean;
  /**
   * `unavailable`: text shown where Apple Pay cannot be used. `paymentScreenLabel`: the merchant's name in the sheet,
   * default the page's host.
   */
  translations?: {
    unavailable?: string;
    /** Texts in Apple's sheet. */
    labels?: StoreTexts & { paymentScreenLabel?: string };
  };
  /** Attributes of Apple's button. Defaults: buy, black, en-GB. */
  styles?: StoreStyles & { type?: string; style?: string; locale?: string };
}

/** Options of the PayPal button. */
export interface PaypalButtonOptions extends WalletOptions {
  /** Label of the checkbox that stores the account. */
  translations?: {
    /** Texts beside the button. */
    labels?: StoreTexts;
  };
  /** Styles of PayPal's button. Defaults: gold, height 40 px, rect, paypal, no tagline. */
  styles?: StoreStyles & {
    color?: string;
    height?: number;
    shape?: string;
    label?: string;
    tagline?: boolean;
    /** Locale with an underscore, such as de_DE. */
    locale?: string;
  };
}

/** Options of the Lean button, which pays by bank. */
export interface LeanButtonOptions {
  /** Id of the button. Default `payrails-lean-button`. */
  id?: string;
  /** `label`: default "Pay by bank". `loading`: text that screen readers announce while the payment runs. */
  translations?: { label?: string; loading?: string };
  /** `button`: styles by state. `dialog`: colors and corner radius that Lean's dialog gets. */
  styles?: { button?: Pick<ButtonStyles, "base" | "loading" | "hover">; dialog?: LeanCustomization };
  /** Overrides the client's result pages for this button. */
  returnInfo?: ReturnInfo;
  /** Overrides the client's theme for this button. */
  appearance?: Appearance;
  /** Callbacks of the payment. */
  events?: PaymentEvents;
}

/** Colours and corner radius of Lean's dialog, as CSS values. */
export interface LeanCustomization {
  /** As a CSS color. */
  themeColor?: string;
  /** As a CSS color. */
  buttonTextColor?: string;
  /** As a CSS length in pixels, such as `8`. */
  buttonBorderRadius?: string;
  /** As a CSS color. */
  linkColor?: string;
  /** As a CSS color. */
  overlayColor?: string;
}
