/** What merchants may set on the drop-in. */
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

/** What a merchant may set per method of the drop-in; card settings are those of the card form. */
export interface MethodOptions extends CardFormOptions {
  /** Google Pay. */
  readonly merchantInfo?: NonNullable<GooglePayButtonOptions["merchantInfo"]>;
  /** Apple Pay. */
  readonly clientDomain?: string;
  readonly openInNewTab?: boolean;
  readonly showPaymentMethodLogo?: boolean;
  readonly disablePaymentButton?: boolean;
  readonly showStoredInstruments?: boolean;
  /** Cards: the security code of a stored card is asked again. */
  readonly requireCvv?: boolean;
  /** @deprecated use showStoredInstruments */
  readonly showExistingCards?: boolean;
}

/** What the card form in a drop-in tells as well. */
type FormNews = Pick<
  CardFormEvents,
  "onSaveInstrumentCheckboxChanged" | "onBillingAddressChanged" | "onPreferredSchemeChanged"
>;

export interface DropinEvents extends WalletEvents, FormNews {
  readonly onPaymentOptionSelected?: (
    event: { readonly paymentMethod: string; readonly instrument?: StoredInstrument },
  ) => unknown;
}

export interface DropinOptions extends Fonts {
  readonly paymentMethodsConfiguration?: {
    readonly preselectFirstPaymentOption?: boolean;
    readonly showPaymentMethodLogo?: boolean;
    readonly cards?: MethodOptions;
    readonly [method: string]: MethodOptions | boolean | undefined;
  };
  readonly returnInfo?: ReturnInfo;
  readonly appearance?: Appearance;
  readonly translations?: {
    readonly paymentResult?: DropinMethodTexts;
    readonly cardForm?: DropinMethodTexts;
    readonly cardPaymentButton?: DropinMethodTexts;
    readonly googlePayButton?: NonNullable<GooglePayButtonOptions["translations"]>;
    readonly applePayButton?: NonNullable<ApplePayButtonOptions["translations"]>;
    readonly paypalButton?: NonNullable<PaypalButtonOptions["translations"]>;
    /** By the bank's result name, what the failure message says in place of our own sentence. */
    readonly errorMessages?: Readonly<Record<string, string>>;
    readonly addressSelector?: NonNullable<CardFormTranslations["addressSelector"]>;
    /** Under the code of a method. */
    readonly [method: string]:
      | DropinMethodTexts
      | Readonly<Record<string, string>>
      | CardFormTranslations["addressSelector"]
      | ApplePayButtonOptions["translations"]
      | PaypalButtonOptions["translations"];
  };
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
    /** A hosted page's button, under the code of its method, as `ButtonStyles`. */
    readonly [code: string]: object | undefined;
  };
  readonly configuration?: {
    /** The failure message hides after this many milliseconds; without it, it stays until dismissed. */
    readonly authFailMsg?: { readonly autoHideTTL?: number };
  };
  readonly events?: DropinEvents;
}

export interface ResultTexts {
  readonly success?: string;
  readonly fail?: string;
  readonly pending?: string;
}

/** One type for all keys of the drop-in's translations, results and card form among them. */
export interface DropinMethodTexts extends ResultTexts, CardFormTranslations {
  readonly loading?: string;
  readonly label?: string;
  readonly button?: { readonly label?: string };
}
