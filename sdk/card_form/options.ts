/** Options of the card form, and the values it collects. */
import type { CardFormEvents } from "../events.ts";
import type { Appearance, CardFields, Css, Fonts } from "../options.ts";
import type { ElementType, FieldState } from "../wire/frames.ts";
import type { Amount, BillingAddress } from "../wire/payments.ts";

/** Styles of a field by state. `copyIcon` is accepted for pages written for 5.x and has no effect. */
export type FieldStyles = Readonly<Partial<Record<FieldState | "copyIcon", Css>>>;

export interface AddressStyles {
  readonly wrapper?: Css;
  readonly countrySelector?: Css;
  readonly postalCodeInput?: Css;
}

/** Styles of the form's parts. */
export interface CardFormStyles {
  readonly wrapper?: Css;
  /** All inputs, in every state. */
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

/** Styles of the network choice of a co-badged card. All tiles share them, so that no network stands out. */
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

/** The merchant's texts. Each replaces the SDK's own; what is left out keeps the language of the client. */
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
  /** Title of the card frame, read by screen readers. */
  readonly title?: string;
  /** Message and button shown when the frame does not load. */
  readonly loadFailed?: string;
  readonly retry?: string;
}

/** One choice of instalments: `count` payments of `amount`. */
export interface Installment {
  readonly count: number;
  readonly amount: Amount;
}

export interface InstallmentConfig {
  /** Number of instalments selected at the start, when it is among the choices. */
  readonly defaultInstallment?: number;
  /** Country code that decides the choices. Default: the country of the card's issuer. */
  readonly installmentCountry?: string;
  /** Choices by country code. Default: the session's. */
  readonly installmentOptions?: Readonly<Record<string, readonly Installment[]>>;
}

/** Options of the card form. */
export interface CardFormOptions extends CardFields, Fonts {
  /** Shows the network's icon in the number field. Default true. */
  readonly enableCardIcon?: boolean;
  /** Shows the checkbox that stores the card. Default false. */
  readonly showStoreInstrumentCheckbox?: boolean;
  /** State of that checkbox at the start. Default `unchecked`. */
  readonly defaultStoreInstrumentState?: "checked" | "unchecked";
  /** Stores every card without asking. The merchant needs the shopper's consent. Default false. */
  readonly alwaysStoreInstrument?: boolean;
  /** Enrols the card in its network's offers. Default false; never sent for Mastercard. */
  readonly enrollInstrumentToNetworkOffers?: boolean;
  /**
   * Shows country and postal code below the card. Default: `clientConfig.supportsBillingInfo` of the session's card
   * method.
   */
  readonly showAddressSelector?: boolean;
  /**
   * Default true: shows instalments when the session supports them and has choices for the issuer's country. No choice
   * is preselected unless `installmentConfig` names one.
   */
  readonly showInstallments?: boolean;
  readonly installmentConfig?: InstallmentConfig;
  readonly translations?: CardFormTranslations;
  readonly styles?: CardFormStyles;
  readonly appearance?: Appearance;
  readonly events?: CardFormEvents;
}

/** Answer of `collectValues`. The card itself is encrypted for the vault; the page never sees it. */
export interface CollectedValues {
  readonly cardData: {
    /** Compact JWE that only the vault can decrypt. */
    readonly encryptedData: string;
    readonly vaultProviderConfigId: string;
    /** The network the shopper chose for a co-badged card. */
    readonly preferredScheme?: string;
  };
  readonly storeInstrument: boolean;
  readonly enrollInstrumentToNetworkOffers: boolean;
  readonly selectedInstallment?: number;
  readonly billingInfo?: BillingAddress;
}

/** Changes for `cardForm.update`. */
export interface CardFormUpdate {
  readonly styles?: CardFormStyles;
  readonly appearance?: Appearance;
  readonly translations?: CardFormTranslations;
  readonly events?: CardFormEvents;
}
