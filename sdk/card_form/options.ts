/** What merchants may set on the card form, alone or in the drop-in, and what it collects. */
import type { CardFormEvents } from "../events.ts";
import type { Appearance, CardFields, Css, Fonts } from "../options.ts";
import type { ElementType, FieldState } from "../wire/frames.ts";
import type { Amount, BillingAddress } from "../wire/payments.ts";

/** Fields have no icon to copy by: `copyIcon` of pages written for 5.x is taken and draws nothing. */
export type FieldStyles = Readonly<Partial<Record<FieldState | "copyIcon", Css>>>;

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
        | "paymentInFull"
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

export interface CardFormOptions extends CardFields, Fonts {
  /** Brand icon in the number field, default true. */
  readonly enableCardIcon?: boolean;
  readonly showStoreInstrumentCheckbox?: boolean;
  readonly defaultStoreInstrumentState?: "checked" | "unchecked";
  readonly alwaysStoreInstrument?: boolean;
  readonly enrollInstrumentToNetworkOffers?: boolean;
  /** Country and postal code below the card. Default: as the session says, `clientConfig.supportsBillingInfo`. */
  readonly showAddressSelector?: boolean;
  /** False: none. Else where the session supports them and the issuer's country has any; nothing is chosen unasked. */
  readonly showInstallments?: boolean;
  readonly installmentConfig?: InstallmentConfig;
  readonly translations?: CardFormTranslations;
  readonly styles?: CardFormStyles;
  readonly appearance?: Appearance;
  readonly events?: CardFormEvents;
}

export interface CollectedValues {
  readonly cardData: {
    readonly encryptedData: string;
    readonly vaultProviderConfigId: string;
    /** Of a co-badged card, the network the shopper chose. */
    readonly preferredScheme?: string;
  };
  readonly storeInstrument: boolean;
  readonly enrollInstrumentToNetworkOffers: boolean;
  readonly selectedInstallment?: number;
  readonly billingInfo?: BillingAddress;
}

export interface CardFormUpdate {
  readonly styles?: CardFormStyles;
  readonly appearance?: Appearance;
  readonly translations?: CardFormTranslations;
  readonly events?: CardFormEvents;
}
