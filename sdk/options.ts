/** What merchants may set on the client, the card form and the card payment button. */
import type { InitResponse, StoredInstrument, WorkflowExecution } from "./wire/config.ts";
import type { Amount, ReturnInfo } from "./wire/payments.ts";
import type { ElementType, FieldState } from "./wire/frames.ts";
import type { CardFormEvents, PaymentEvents } from "./events.ts";

export type Environment = "TEST" | "PRODUCTION";

export interface InitOptions {
  /** Default PRODUCTION. Never decides what leaves the card frame: the vault's own record does. */
  readonly environment?: Environment;
  readonly returnInfo?: ReturnInfo;
  /** Language of everything the SDK says, "fr" or "fr-CH": ar, de, es, fr, it, pt; every other one is English. */
  readonly locale?: string;
  /** Looks of every element of this client; an element's own stands above it. */
  readonly appearance?: Appearance;
  /** The whole page goes to the bank's check instead of a popup. */
  readonly redirectFor3DS?: boolean;
  /** Addresses of the wallets' scripts where they are not the vendors' own. */
  readonly scripts?: { readonly googlePay?: string; readonly applePay?: string; readonly payPal?: string };
  readonly telemetry?: { readonly enabled?: boolean; readonly logLevel?: string; readonly collectMetadata?: boolean };
  readonly events?: {
    readonly onClientInitialized?: (execution: InitializedExecution | undefined) => unknown;
    /** Gives a new init answer; awaited for at most 30 s. */
    readonly onSessionExpired?: () => Promise<InitResponse | undefined> | InitResponse | undefined;
  };
}

/** The execution as it is, and by the names that pages written for 5.x read (COMPAT 3.2). */
export interface InitializedExecution extends WorkflowExecution {
  readonly response: WorkflowExecution;
  readonly savedCreditCards: readonly StoredInstrument[];
}

/** A fragment of CSSStyleDeclaration; the frame keeps what its allow-list of properties and values knows. */
export type Css = Readonly<Record<string, string | number | undefined>>;

/** Fields have no icon to copy by: `copyIcon` of pages written for 5.x is taken and draws nothing. */
export type FieldStyles = Readonly<Partial<Record<FieldState | "copyIcon", Css>>>;

/** As pages written for 5.x have them. Card frames load nothing from elsewhere: name fonts that are installed in `styles`. */
export interface Fonts {
  /** @deprecated has no effect */
  readonly fonts?: readonly unknown[];
}

export interface AddressStyles {
  readonly wrapper?: Css;
  readonly countrySelector?: Css;
  readonly postalCodeInput?: Css;
}

export interface CardFormStyles {
  readonly wrapper?: Css;
  /** All inputs, before any state. */
  readonly base?: Css;
  readonly inputFields?: Readonly<Partial<Record<ElementType | "all", FieldStyles>>>;
  readonly labels?: Readonly<Partial<Record<ElementType | "all", Css>>>;
  readonly errorTextStyles?: { readonly base?: Css };
  readonly storeInstrumentCheckbox?: Css;
  /** @deprecated use storeInstrumentCheckbox */
  readonly storeCardCheckbox?: Css;
  readonly addressSelector?: AddressStyles;
  readonly paymentInstallmentsDropdown?: Css;
  readonly cardBrandSelector?: SchemeStyles;
}

/** The choice between the networks of a co-badged card; every tile looks the same. */
export interface SchemeStyles {
  readonly labelColor?: string;
  readonly subtitleColor?: string;
  readonly tileBackground?: string;
  readonly tileBorderColor?: string;
  readonly tileBorderRadius?: string;
  readonly tileTextColor?: string;
  readonly selectedBorderColor?: string;
  readonly selectedCheckColor?: string;
  readonly focusRingColor?: string;
}

/** Colours and measures of the default theme; anything left out follows the shopper's light or dark setting. */
export interface Appearance {
  readonly colorScheme?: "auto" | "light" | "dark";
  readonly colorPrimary?: string;
  readonly colorText?: string;
  readonly colorMuted?: string;
  readonly colorBackground?: string;
  readonly colorBorder?: string;
  readonly colorDanger?: string;
  readonly colorFocus?: string;
  readonly borderRadius?: string;
  readonly fontFamily?: string;
  readonly fontSize?: string;
  readonly controlHeight?: string;
}

export interface AddressTexts {
  readonly countrySelector?: string;
  readonly postalCodeInput?: string;
}

export interface CardFormTranslations {
  readonly labels?: Readonly<
    Partial<
      Record<
        | ElementType
        | "storeInstrument"
        | "saveInstrument"
        | "saveCreditCard"
        | "paymentInstallments"
        | "cardBrandSelectorTitle"
        | "cardBrandSelectorSubtitle",
        string
      >
    >
  >;
  readonly placeholders?: Readonly<Partial<Record<ElementType, string>>>;
  readonly error?: { readonly default?: Readonly<Partial<Record<ElementType, string>>> };
  readonly addressSelector?: { readonly labels?: AddressTexts; readonly placeholders?: AddressTexts };
  /** Title of the frame, read out by screen readers. */
  readonly title?: string;
  /** What stands in the form's place when it does not load, and its button. */
  readonly loadFailed?: string;
  readonly retry?: string;
}

export interface Installment {
  readonly count: number;
  readonly amount: Amount;
}

export interface InstallmentConfig {
  /** Chosen at the start, where it is among the choices. */
  readonly defaultInstallment?: number;
  /** In place of the country that issued the card. */
  readonly installmentCountry?: string;
  /** In place of the session's, by country. */
  readonly installmentOptions?: Readonly<Record<string, readonly Installment[]>>;
}

export interface CardFormOptions extends Fonts {
  readonly showCardHolderName?: boolean;
  /** One MM/YY field in place of month and year. */
  readonly showSingleExpiryDateField?: boolean;
  /** One array of field types per row. */
  readonly layout?: readonly (readonly ElementType[])[];
  /** Brand icon in the number field, default true. */
  readonly enableCardIcon?: boolean;
  readonly showStoreInstrumentCheckbox?: boolean;
  readonly defaultStoreInstrumentState?: "checked" | "unchecked";
  readonly alwaysStoreInstrument?: boolean;
  readonly enrollInstrumentToNetworkOffers?: boolean;
  /** Country and postal code below the card; without it no billing address is sent. */
  readonly showAddressSelector?: boolean;
  /** Instalments, where the issuer's country has any. */
  readonly showInstallments?: boolean;
  readonly installmentConfig?: InstallmentConfig;
  readonly translations?: CardFormTranslations;
  readonly styles?: CardFormStyles;
  readonly appearance?: Appearance;
  readonly events?: CardFormEvents;
}

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

/** The stored cards of the session as a list to choose from; what is chosen is what the pay button pays with. */
export interface CardListOptions {
  /** The security code of the chosen card is asked again. */
  readonly requireCvv?: boolean;
  readonly translations?: {
    readonly legend?: string;
    readonly another?: string;
    readonly cardForm?: CardFormTranslations;
  };
  readonly styles?: {
    readonly container?: { readonly styles?: Css };
    readonly element?: { readonly base?: Css; readonly active?: Css };
    readonly cardForm?: CardFormStyles;
  };
  readonly appearance?: Appearance;
  readonly events?: { readonly onCardSelected?: (event: { readonly instrument?: StoredInstrument }) => unknown };
}

export interface GenericRedirectButtonOptions {
  /** Which hosted page; Mercado Pago when left out. */
  readonly paymentMethod?: { readonly paymentMethodCode?: string };
  readonly openInNewTab?: boolean;
  readonly returnInfo?: ReturnInfo;
  readonly translations?: { readonly label?: string; readonly loading?: string };
  readonly styles?: ButtonStyles;
  readonly appearance?: Appearance;
  readonly events?: PaymentEvents;
}

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

export interface WalletEvents extends PaymentEvents {
  readonly onGooglePayAvailable?: () => unknown;
  readonly onApplePayAvailable?: () => unknown;
  readonly onPaypalAvailable?: () => unknown;
  /** PayPal's checkbox to keep the account. */
  readonly onSaveInstrumentCheckboxChanged?: NonNullable<CardFormEvents["onSaveInstrumentCheckboxChanged"]>;
  /** False, or an error, refuses the address. */
  readonly onDeliveryAddressChanged?: (address: unknown) => unknown;
}

interface WalletOptions {
  readonly alwaysStoreInstrument?: boolean;
  readonly returnInfo?: ReturnInfo;
  readonly events?: WalletEvents;
}

export interface GooglePayButtonOptions extends WalletOptions {
  readonly environment?: Environment;
  readonly merchantInfo?: { readonly merchantId?: string; readonly merchantName?: string };
  readonly translations?: { readonly unavailable?: string };
  readonly styles?: {
    readonly buttonColor?: string;
    readonly buttonType?: string;
    readonly buttonSizeMode?: string;
    readonly locale?: string;
  };
}

export interface ApplePayButtonOptions extends WalletOptions {
  readonly clientDomain?: string;
  /** A refused payment closes Apple's sheet at once; without it the sheet says that it failed. */
  readonly abortAfterAuthorizeFailed?: boolean;
  readonly translations?: { readonly unavailable?: string; readonly labels?: { readonly paymentScreenLabel?: string } };
  readonly styles?: { readonly type?: string; readonly style?: string; readonly locale?: string };
}

export interface PaypalButtonOptions extends WalletOptions {
  readonly translations?: { readonly labels?: { readonly saveInstrument?: string } };
  readonly styles?: {
    readonly color?: string;
    readonly height?: number;
    readonly shape?: string;
    readonly label?: string;
    readonly tagline?: boolean;
    /** As PayPal writes them: de_DE. */
    readonly locale?: string;
  };
}
