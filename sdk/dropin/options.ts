/** Options of the drop-in. */
import type { ButtonStyles } from "../buttons/options.ts";
import type { AddressStyles, CardFormOptions, CardFormStyles, CardFormTranslations } from "../card_form/options.ts";
import type { CardFormEvents } from "../events.ts";
import type {
  ApplePayButtonOptions,
  GooglePayButtonOptions,
  PaypalButtonOptions,
  WalletEvents,
} from "../methods/options.ts";
import type { Appearance, Css, Fonts } from "../options.ts";
import type { StoredInstrument } from "../wire/config.ts";
import type { ReturnInfo } from "../wire/payments.ts";

/** Options of one payment method in the drop-in. Those for cards are the card form's. */
export interface MethodOptions extends CardFormOptions {
  /** Google Pay: the merchant as Google's sheet names it. */
  readonly merchantInfo?: NonNullable<GooglePayButtonOptions["merchantInfo"]>;
  /** Apple Pay: domain to validate the merchant for. Default: the page's host. */
  readonly clientDomain?: string;
  /** Redirect methods: opens the payment page in a new tab. Default false. */
  readonly openInNewTab?: boolean;
  /** Shows the method's logo. Default true. */
  readonly showPaymentMethodLogo?: boolean;
  /** Cards: as `disablePaymentButton` of the card payment button. */
  readonly disablePaymentButton?: boolean;
  /** Lists the method's stored instruments. Default true. */
  readonly showStoredInstruments?: boolean;
  /** Cards: asks for the security code of a stored card again. Default false. */
  readonly requireCvv?: boolean;
  /**
   * The 5.x name of `showStoredInstruments`.
   *
   * @deprecated use showStoredInstruments
   */
  readonly showExistingCards?: boolean;
}

/** Callbacks of the card form that the drop-in passes on. */
type FormEvents = Pick<
  CardFormEvents,
  "onSaveInstrumentCheckboxChanged" | "onBillingAddressChanged" | "onPreferredSchemeChanged"
>;

/** Callbacks of the drop-in: those of payments and wallets, and its own. */
export interface DropinEvents extends WalletEvents, FormEvents {
  /** The shopper sees the payment options. Called once for each `mount`. */
  readonly onReady?: () => unknown;
  /**
   * A part of the drop-in did not load: its own code, that of an option (`payrails:client:code_not_loaded`) or the card
   * frame (`payrails:card_form:*`). The shopper sees a sentence and a button in its place that tries again.
   */
  readonly onError?: (error: Error) => unknown;
  /** The shopper opened a payment method or stored instrument. */
  readonly onPaymentOptionSelected?: (
    event: { readonly paymentMethod: string; readonly instrument?: StoredInstrument },
  ) => unknown;
}

/** Options of the drop-in. */
export interface DropinOptions extends Fonts {
  /** Options by payment method code; those of cards stand under `cards`. */
  readonly paymentMethodsConfiguration?: {
    /** Opens the first option at the start. Default false; a single option is always open. */
    readonly preselectFirstPaymentOption?: boolean;
    /** Shows the methods' logos. Default true; a method's own option takes precedence. */
    readonly showPaymentMethodLogo?: boolean;
    readonly cards?: MethodOptions;
    readonly [method: string]: MethodOptions | boolean | undefined;
  };
  /** Overrides the client's result pages for every method of this drop-in. */
  readonly returnInfo?: ReturnInfo;
  /** Overrides the client's theme for this drop-in. */
  readonly appearance?: Appearance;
  /** The merchant's texts; the others keep the client's language. */
  readonly translations?: {
    readonly paymentResult?: DropinMethodTexts;
    readonly cardForm?: DropinMethodTexts;
    readonly cardPaymentButton?: DropinMethodTexts;
    readonly googlePayButton?: NonNullable<GooglePayButtonOptions["translations"]>;
    readonly applePayButton?: NonNullable<ApplePayButtonOptions["translations"]>;
    readonly paypalButton?: NonNullable<PaypalButtonOptions["translations"]>;
    /** Failure message by the issuer's result name, such as `InsufficientBalance`. Replaces the SDK's own sentence. */
    readonly errorMessages?: Readonly<Record<string, string>>;
    readonly addressSelector?: NonNullable<CardFormTranslations["addressSelector"]>;
    /** Texts by method code. */
    readonly [method: string]:
      | DropinMethodTexts
      | Readonly<Record<string, string>>
      | CardFormTranslations["addressSelector"]
      | ApplePayButtonOptions["translations"]
      | PaypalButtonOptions["translations"];
  };
  /** Styles by part. `element` is one option of the list, `active` while it is open. */
  readonly styles?: {
    readonly container?: { readonly styles?: Css };
    readonly element?: { readonly base?: Css; readonly active?: Css };
    readonly cardForm?: CardFormStyles;
    readonly cardPaymentButton?: ButtonStyles;
    readonly addressSelector?: AddressStyles;
    readonly googlePayButton?: NonNullable<GooglePayButtonOptions["styles"]>;
    readonly applePayButton?: NonNullable<ApplePayButtonOptions["styles"]>;
    readonly paypalButton?: NonNullable<PaypalButtonOptions["styles"]>;
    readonly authSuccess?: Css;
    readonly authFailed?: Css;
    readonly loadingScreen?: { readonly overlay?: Css; readonly loader?: Css };
    /** Styles of a hosted page's button by method code; the shape of `ButtonStyles`. */
    readonly [code: string]: object | undefined;
  };
  /** Behaviour that belongs to no single method. */
  readonly configuration?: {
    /** Hides the failure message after this many milliseconds. Default: it stays until the shopper dismisses it. */
    readonly authFailMsg?: { readonly autoHideTTL?: number };
  };
  /** Callbacks of every payment method, and of the drop-in. */
  readonly events?: DropinEvents;
}

/** Texts of the result screens. */
export interface ResultTexts {
  /** Shown when the payment is authorized. */
  readonly success?: string;
  /** Shown when the payment failed and the issuer's reason has no text of its own. */
  readonly fail?: string;
  /** Shown when the result is not known yet. */
  readonly pending?: string;
}

/** One type for every key of the drop-in's `translations`, including results and card form. */
export interface DropinMethodTexts extends ResultTexts, CardFormTranslations {
  /** Text that screen readers announce while the method's payment runs. */
  readonly loading?: string;
  /** Name of the method in the list, or text of its button. */
  readonly label?: string;
  /** Text of the method's button. */
  readonly button?: { readonly label?: string };
}
