/** Options of the card form, and the values it collects. */
import type { CardFormEvents } from "../events.ts";
import type { Appearance, CardFields, Css, Fonts } from "../options.ts";
import type { ElementType, FieldState } from "../wire/frames.ts";
import type { Amount, BillingAddress } from "../wire/payments.ts";

/** Styles of a field by state. `copyIcon` is accepted for pages written for 5.x and has no effect. */
export type FieldStyles = Readonly<Partial<Record<FieldState | "copyIcon", Css>>>;

/** Styles of the country and postal code fields. */
export interface AddressStyles {
  /** Around both fields. */
  readonly wrapper?: Css;
  /** The dropdown of countries. */
  readonly countrySelector?: Css;
  /** The text field; hidden for countries without postal codes. */
  readonly postalCodeInput?: Css;
}

/** Styles of the form's parts. */
export interface CardFormStyles {
  /** Around the whole form. */
  readonly wrapper?: Css;
  /** All inputs, in every state. */
  readonly base?: Css;
  /** Inputs by field; `all` applies below the field's own. */
  readonly inputFields?: Readonly<Partial<Record<ElementType | "all", FieldStyles>>>;
  /** Labels by field; `all` applies below the field's own. */
  readonly labels?: Readonly<Partial<Record<ElementType | "all", Css>>>;
  /** The error line below a field. */
  readonly errorTextStyles?: { readonly base?: Css };
  /** The checkbox that stores the card, with its label. */
  readonly storeInstrumentCheckbox?: Css;
  /**
   * The 5.x name of `storeInstrumentCheckbox`.
   *
   * @deprecated use storeInstrumentCheckbox
   */
  readonly storeCardCheckbox?: Css;
  /** The address fields below the card. */
  readonly addressSelector?: AddressStyles;
  /** The dropdown of instalments. */
  readonly paymentInstallmentsDropdown?: Css;
  /** The network choice of a co-badged card. */
  readonly cardBrandSelector?: SchemeStyles;
}

/** Styles of the network choice of a co-badged card. All tiles share them, so that no network stands out. */
export interface SchemeStyles {
  /** Colour of the title above the tiles. */
  readonly labelColor?: string;
  /** Colour of the sentence below the title. */
  readonly subtitleColor?: string;
  /** Background of every tile. */
  readonly tileBackground?: string;
  /** Border colour of a tile that is not selected. */
  readonly tileBorderColor?: string;
  /** Corner radius of every tile, as a CSS length. */
  readonly tileBorderRadius?: string;
  /** Colour of the network names. */
  readonly tileTextColor?: string;
  /** Border colour of the selected tile. Default: `colorPrimary`. */
  readonly selectedBorderColor?: string;
  /** Colour of the selected radio button. Default: `colorPrimary`. */
  readonly selectedCheckColor?: string;
  /** Colour of the ring around the focused tile. */
  readonly focusRingColor?: string;
}

/** Texts of the country and postal code fields. */
export interface AddressTexts {
  /** Text of the dropdown of countries. */
  readonly countrySelector?: string;
  /** Text of the postal code field. */
  readonly postalCodeInput?: string;
}

/** The merchant's texts. Each replaces the SDK's own; what is left out keeps the language of the client. */
export interface CardFormTranslations {
  /** Labels of fields, of the checkbox that stores the card, of the instalments and of the network choice. */
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
  /** Placeholders by field. */
  readonly placeholders?: Readonly<Partial<Record<ElementType, string>>>;
  /** One error text per field, shown for every fault of that field. */
  readonly error?: { readonly default?: Readonly<Partial<Record<ElementType, string>>> };
  /** Texts of the address fields. */
  readonly addressSelector?: { readonly labels?: AddressTexts; readonly placeholders?: AddressTexts };
  /** Title of the card frame, read by screen readers. */
  readonly title?: string;
  /** Message shown when the frame does not load. */
  readonly loadFailed?: string;
  /** Label of the button that loads the frame again. */
  readonly retry?: string;
}

/** One choice of instalments: `count` payments of `amount`. */
export interface Installment {
  /** Number of payments. */
  readonly count: number;
  /** Amount of each payment. */
  readonly amount: Amount;
}

/** Which instalment choices the shopper sees. */
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
  /** Overrides the session's instalment choices. */
  readonly installmentConfig?: InstallmentConfig;
  /** The merchant's texts; the others keep the client's language. */
  readonly translations?: CardFormTranslations;
  /** Styles of the form's parts, applied over `appearance`. */
  readonly styles?: CardFormStyles;
  /** Overrides the client's theme for this form. */
  readonly appearance?: Appearance;
  /** Callbacks of the form. Those of the payment belong to the button. */
  readonly events?: CardFormEvents;
}

/** Answer of `collectValues`. The card itself is encrypted for the vault; the page never sees it. */
export interface CollectedValues {
  /** The sealed card, which the merchant's back end sends to authorize. */
  readonly cardData: {
    /** Compact JWE that only the vault can decrypt. */
    readonly encryptedData: string;
    readonly vaultProviderConfigId: string;
    /** The network the shopper chose for a co-badged card. */
    readonly preferredScheme?: string;
  };
  /** True when the shopper ticked the checkbox, or `alwaysStoreInstrument` is set. */
  readonly storeInstrument: boolean;
  /** The form's option of this name; always false for Mastercard. */
  readonly enrollInstrumentToNetworkOffers: boolean;
  /** Number of instalments; missing when the shopper pays in full. */
  readonly selectedInstallment?: number;
  /** The address; missing where the form shows no address fields. */
  readonly billingInfo?: BillingAddress;
}

/** Changes for `cardForm.update`. What is left out stays as it is. */
export interface CardFormUpdate {
  /** Replaces the styles. */
  readonly styles?: CardFormStyles;
  /** Replaces the form's own theme. */
  readonly appearance?: Appearance;
  /** Replaces the merchant's texts. */
  readonly translations?: CardFormTranslations;
  /** Replaces the callbacks it names; the others stay. */
  readonly events?: CardFormEvents;
}
