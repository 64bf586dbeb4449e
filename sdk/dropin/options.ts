/** Options of the drop-in. */
import type { ButtonStyles } from "../buttons/options.ts";
import type { AddressStyles, CardFormOptions, CardFormStyles, CardFormTranslations } from "../card_form/options.ts";
import type { CardFormEvents } from "../events.ts";
import type {
  ApplePayButtonOptions,
  GooglePayButtonOptions,
  LeanButtonOptions,
  PaypalButtonOptions,
  RevolutPayStyles,
  WalletEvents,
} from "../methods/options.ts";
import type { Appearance, Css, Fonts } from "../options.ts";
import type { StorablePaymentCompositionOption } from "../execution/payment_method.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import type { ReturnInfo } from "../wire/payments.ts";

/**
 * Options of one payment method in the drop-in. Those for cards are the card form's; of these, wallets read the ones
 * that store the instrument, with styles and text of their checkbox.
 */
export interface MethodOptions extends CardFormOptions {
  /** Callbacks of this method only, called before the drop-in's of the same name. Both gates have to return true. */
  events?: CardFormEvents & DropinEvents;
  /** Google Pay: the merchant as Google's sheet names it. */
  merchantInfo?: NonNullable<GooglePayButtonOptions["merchantInfo"]>;
  /** Apple Pay: domain to validate the merchant for. Default: the page's host. */
  clientDomain?: string;
  /** Redirect methods: opens the payment page in a new tab. Default false. */
  openInNewTab?: boolean;
  /** Shows the method's logo. Default true. */
  showPaymentMethodLogo?: boolean;
  /** Cards: as `disablePaymentButton` of the card payment button. */
  disablePaymentButton?: boolean;
  /** Cards: as `showAmount` of the card payment button. */
  showAmount?: boolean;
  /** Lists the method's stored instruments. Default true. */
  showStoredInstruments?: boolean;
  /**
   * Cards: asks for the security code of a stored card again. Default false. The pay button is enabled before: a press
   * without a valid code pays nothing, shows the error of the field and moves the focus there.
   */
  requireCvv?: boolean;
  /**
   * The 5.x name of `showStoredInstruments`.
   *
   * @deprecated use showStoredInstruments
   */
  showExistingCards?: boolean;
}

/** Callbacks of the card form that the drop-in passes on. */
type FormEvents = Pick<
  CardFormEvents,
  "onSaveInstrumentCheckboxChanged" | "onBillingAddressChanged" | "onPreferredSchemeChanged"
>;

/** Callbacks of the drop-in: those of payments and wallets, and its own. */
export interface DropinEvents extends WalletEvents, FormEvents {
  /** The shopper sees the payment options. Called once for each `mount`. */
  onReady?: () => unknown;
  /**
   * A part of the drop-in did not load: its own code, that of an option (`payrails:client:code_not_loaded`), the script
   * of a wallet (`payrails:client:paypal.loading`) or the card frame (`payrails:card_form:*`). The shopper sees a
   * sentence and a button in its place that tries again.
   */
  onError?: (error: Error) => unknown;
  /**
   * The shopper opened a payment method or stored instrument. `paymentMethod` is the method's configuration in the
   * session; its code is `paymentMethod.paymentMethodCode`.
   */
  onPaymentOptionSelected?: (
    event: { paymentMethod?: StorablePaymentCompositionOption; instrument?: StoredInstrument },
  ) => unknown;
}

/** Styles of one option of the list; `active` while it is open. They apply over those of `element`. */
export interface RowStyles {
  /** In every state. */
  base?: Css;
  /** While the row is selected. */
  active?: Css;
}

/** Styles of a hosted page: its row in the list and its button, or the button's states without `button`. */
export interface HostedPageStyles extends ButtonStyles {
  /** Its row in the list. */
  element?: RowStyles;
  /** Its button; for `revolutPay` its theme and size. */
  button?: ButtonStyles | RevolutPayStyles;
}

/** Texts of a wallet with the name of its option in the list. */
type Named<Texts extends { labels?: object } | undefined> = Omit<NonNullable<Texts>, "labels"> & {
  labels?: NonNullable<NonNullable<Texts>["labels"]> & { label?: string };
};

/** Options of the drop-in. */
export interface DropinOptions extends Fonts {
  /** Options by payment method code; those of cards are under `cards`. */
  paymentMethodsConfiguration?: {
    /** Opens the first option at the start. Default false; a single option is always open. */
    preselectFirstPaymentOption?: boolean;
    /** Shows the methods' logos. Default true; a method's own option takes precedence. */
    showPaymentMethodLogo?: boolean;
    /** Options of cards: those of the card form and of a payment method. */
    cards?: MethodOptions;
    /** Options of PayPal. */
    payPal?: MethodOptions;
    /** Options of Google Pay. */
    googlePay?: MethodOptions;
    /** Options of Apple Pay. */
    applePay?: MethodOptions;
    /** Options of Lean. */
    lean?: MethodOptions;
    /** Options of Mercado Pago. */
    mercadoPago?: MethodOptions;
    /** Options of Revolut Pay. */
    revolutPay?: MethodOptions;
    /** Any other hosted page by its code, in the shape of `MethodOptions`. */
    [method: string]: unknown;
  };
  /** Overrides the client's result pages for every method of this drop-in. */
  returnInfo?: ReturnInfo;
  /** Overrides the client's theme for this drop-in. */
  appearance?: Appearance;
  /** The merchant's texts; the others keep the client's language. */
  translations?: {
    /** The messages after a payment. */
    paymentResult?: DropinMethodTexts;
    /** The card form, and its name in the list. */
    cardForm?: DropinMethodTexts;
    /** The button that pays with a card. */
    cardPaymentButton?: DropinMethodTexts;
    /** Google Pay's button. */
    googlePayButton?: Named<GooglePayButtonOptions["translations"]>;
    /** Apple Pay's button. */
    applePayButton?: Named<ApplePayButtonOptions["translations"]>;
    /** PayPal's button. */
    paypalButton?: Named<PaypalButtonOptions["translations"]>;
    /** Lean's button. */
    leanButton?: NonNullable<LeanButtonOptions["translations"]>;
    /** Mercado Pago. */
    mercadoPago?: DropinMethodTexts;
    /** Revolut Pay. */
    revolutPay?: DropinMethodTexts;
    /** Failure message by the issuer's result name, such as `InsufficientBalance`. Replaces the SDK's own sentence. */
    errorMessages?: Readonly<Record<string, string>>;
    /** The address fields of the card form. */
    addressSelector?: NonNullable<CardFormTranslations["addressSelector"]>;
    /** Texts of any other hosted page by its code, in the shape of `DropinMethodTexts`. */
    [method: string]: unknown;
  };
  /** Styles by part. `element` is one option of the list, `active` while it is open. */
  styles?: {
    /** The whole drop-in. */
    container?: {
      /** Its CSS. */
      styles?: Css;
    };
    /** One option of the list. */
    element?: RowStyles;
    /** The card form. */
    cardForm?: CardFormStyles;
    /** The button that pays with a card. */
    cardPaymentButton?: ButtonStyles;
    /** The address fields of the card form. */
    addressSelector?: AddressStyles;
    /** Google Pay's button. */
    googlePayButton?: NonNullable<GooglePayButtonOptions["styles"]> & RowStyles;
    /** Apple Pay's button. */
    applePayButton?: NonNullable<ApplePayButtonOptions["styles"]> & RowStyles;
    /** PayPal's button. */
    paypalButton?: NonNullable<PaypalButtonOptions["styles"]> & RowStyles;
    /** Lean's button. */
    leanButton?: NonNullable<LeanButtonOptions["styles"]>;
    /** Mercado Pago's button. */
    mercadoPago?: HostedPageStyles;
    /** Revolut Pay's button. */
    revolutPay?: HostedPageStyles;
    /** The message after a successful payment. */
    authSuccess?: Css;
    /** The message after a failed payment. */
    authFailed?: Css;
    /** What covers the drop-in while a payment runs. */
    loadingScreen?: {
      /** The surface. */
      overlay?: Css;
      /** The moving mark in it. */
      loader?: Css;
    };
    /** Styles of any other hosted page by its code, in the shape of `HostedPageStyles`. */
    [code: string]: unknown;
  };
  /** Behaviour that belongs to no single method. */
  configuration?: {
    /** Hides the failure message after this many milliseconds. Default: it stays until the shopper dismisses it. */
    authFailMsg?: {
      /** In milliseconds. */
      autoHideTTL?: number;
    };
  };
  /** Callbacks of every payment method, and of the drop-in. */
  events?: DropinEvents;
}

/** Texts of the result screens. */
export interface ResultTexts {
  /** Shown when the payment is authorized. */
  success?: string;
  /** Shown when the payment failed and the issuer's reason has no text of its own. */
  fail?: string;
  /** Shown when the result is not known yet. */
  pending?: string;
}

/** One type for every key of the drop-in's `translations`, including results and card form. */
export interface DropinMethodTexts extends ResultTexts, CardFormTranslations {
  /** Text that screen readers announce while the method's payment runs. */
  loading?: string;
  /** Name of the method in the list, or text of its button. */
  label?: string;
  /** Text of the method's button. */
  button?: {
    /** Text of the button. */
    label?: string;
  };
}
