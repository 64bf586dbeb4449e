/** What merchants may set on the client, the card form and the card payment button. */
import type { InitResponse, StoredInstrument, WorkflowExecution } from "./wire/config.ts";
import type { ReturnInfo } from "./wire/payments.ts";
import type { ElementType, FieldState } from "./wire/frames.ts";
import type { CardFormEvents, PaymentEvents } from "./events.ts";

export type Environment = "TEST" | "PRODUCTION";

export interface InitOptions {
  /** Default PRODUCTION. Never decides what leaves the card frame: the vault's own record does. */
  readonly environment?: Environment;
  readonly returnInfo?: ReturnInfo;
  /** The whole page goes to the bank's check instead of a popup. */
  readonly redirectFor3DS?: boolean;
  /** Addresses of the wallets' scripts where they are not the vendors' own. */
  readonly scripts?: { readonly googlePay?: string; readonly applePay?: string; readonly payPal?: string };
  readonly telemetry?: { readonly enabled?: boolean; readonly logLevel?: string; readonly collectMetadata?: boolean };
  readonly events?: {
    readonly onClientInitialized?: (execution: WorkflowExecution | undefined) => unknown;
    /** Gives a new init answer; awaited for at most 30 s. */
    readonly onSessionExpired?: () => Promise<InitResponse | undefined> | InitResponse | undefined;
  };
}

/** A fragment of CSSStyleDeclaration; the frame keeps what its allow-list of properties and values knows. */
export type Css = Readonly<Record<string, string | number | undefined>>;

export type FieldStyles = Readonly<Partial<Record<FieldState, Css>>>;

export interface CardFormStyles {
  readonly wrapper?: Css;
  /** All inputs, before any state. */
  readonly base?: Css;
  readonly inputFields?: Readonly<Partial<Record<ElementType | "all", FieldStyles>>>;
  readonly labels?: Readonly<Partial<Record<ElementType | "all", Css>>>;
  readonly errorTextStyles?: { readonly base?: Css };
  readonly storeInstrumentCheckbox?: Css;
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
    Partial<Record<ElementType | "storeInstrument" | "saveInstrument" | "paymentInstallments", string>>
  >;
  readonly placeholders?: Readonly<Partial<Record<ElementType, string>>>;
  readonly error?: { readonly default?: Readonly<Partial<Record<ElementType, string>>> };
  readonly addressSelector?: { readonly labels?: AddressTexts; readonly placeholders?: AddressTexts };
  /** Title of the frame, read out by screen readers. */
  readonly title?: string;
}

export interface CardFormOptions {
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
  readonly styles?: {
    readonly base?: Css;
    readonly hover?: Css;
    readonly disabled?: Css;
    readonly loading?: Css;
  };
  readonly events?: PaymentEvents;
}

export interface GenericRedirectButtonOptions {
  /** Which hosted page; Mercado Pago when left out. */
  readonly paymentMethod?: { readonly paymentMethodCode?: string };
  readonly openInNewTab?: boolean;
  readonly returnInfo?: ReturnInfo;
  readonly translations?: { readonly label?: string; readonly loading?: string };
  readonly styles?: { readonly base?: Css; readonly hover?: Css; readonly disabled?: Css; readonly loading?: Css };
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
  /** @deprecated use showStoredInstruments */
  readonly showExistingCards?: boolean;
}

export interface DropinEvents extends PaymentEvents {
  readonly onPaymentOptionSelected?: (
    event: { readonly paymentMethod: string; readonly instrument?: StoredInstrument },
  ) => unknown;
}

export interface DropinOptions {
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
    /** Under the code of a method. */
    readonly [method: string]: DropinMethodTexts | undefined;
  };
  readonly styles?: {
    readonly container?: { readonly styles?: Css };
    readonly element?: { readonly base?: Css; readonly active?: Css };
    readonly cardForm?: CardFormStyles;
    readonly cardPaymentButton?: NonNullable<CardPaymentButtonOptions["styles"]>;
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
  };
}
