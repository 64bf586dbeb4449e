/** Options of the card form, and the values it collects. */
import type { CardFormEvents } from "../events.ts";
import type { Appearance, CardFields, Css, ElementMarks, Fonts, InstallmentConfig, StoreOptions } from "../options.ts";
import type { ElementType, FieldState } from "../wire/frames.ts";
import type { BillingAddress } from "../wire/payments.ts";

/** Styles of a field by state. `copyIcon` is accepted for pages written for 5.x and has no effect. */
export type FieldStyles = Readonly<Partial<Record<FieldState | "copyIcon", Css>>>;

/** Styles of a field with its label. */
export interface LabelledStyles {
  /** Around field and label. */
  wrapper?: Css;
  /** The field itself. */
  element?: Css;
  /** The label above it. */
  label?: Css;
}

/** Styles of the country and postal code fields. */
export interface AddressStyles {
  /** Around both fields. */
  wrapper?: Css;
  /** The dropdown of countries: its own properties, or those of its parts. */
  countrySelector?: Css | LabelledStyles;
  /** The text field, as `countrySelector`; hidden for countries without postal codes. */
  postalCodeInput?: Css | LabelledStyles;
}

/** Styles of the form's parts. */
export interface CardFormStyles {
  /** Around the whole form. */
  wrapper?: Css;
  /** All inputs, in every state. */
  base?: Css;
  /** Inputs by field; `all` applies below the field's own. */
  inputFields?: Readonly<Partial<Record<ElementType | "all", FieldStyles>>>;
  /** Labels by field; `all` applies below the field's own. */
  labels?: Readonly<Partial<Record<ElementType | "all", Css>>>;
  /** The error line below a field. */
  errorTextStyles?: {
    /** In every state. */
    base?: Css;
  };
  /** The checkbox that stores the card, with its label. */
  storeInstrumentCheckbox?: Css;
  /**
   * The 5.x name of `storeInstrumentCheckbox`.
   *
   * @deprecated use storeInstrumentCheckbox
   */
  storeCardCheckbox?: Css;
  /** The address fields below the card. */
  addressSelector?: AddressStyles;
  /** The dropdown of instalments. */
  paymentInstallmentsDropdown?: Css;
  /** The network choice of a co-badged card. */
  cardBrandSelector?: SchemeStyles;
}

/** Styles of the network choice of a co-badged card. All tiles share them, so that no network stands out. */
export interface SchemeStyles {
  /** Colour of the title above the tiles. */
  labelColor?: string;
  /** Colour of the sentence below the title. */
  subtitleColor?: string;
  /** Background of every tile. */
  tileBackground?: string;
  /** Border color of a tile that is not selected. */
  tileBorderColor?: string;
  /** Corner radius of every tile, as a CSS length. */
  tileBorderRadius?: string;
  /** Colour of the network names. */
  tileTextColor?: string;
  /** Border color of the selected tile. Default: `colorPrimary`. */
  selectedBorderColor?: string;
  /** Colour of the selected radio button. Default: `colorPrimary`. */
  selectedCheckColor?: string;
  /** Colour of the ring around the focused tile. */
  focusRingColor?: string;
}

/** Texts of the country and postal code fields. */
export interface AddressTexts {
  /** Text of the dropdown of countries. */
  countrySelector?: string;
  /** Text of the postal code field. */
  postalCodeInput?: string;
}

/** The merchant's texts. Each replaces the SDK's own; what is left out keeps the language of the client. */
export interface CardFormTranslations {
  /**
   * Labels of fields, of the checkbox that stores the card, of the instalments and of the network choice. `label` is
   * the name of the card option in the drop-in.
   */
  labels?: Readonly<
    Partial<
      Record<
        | ElementType
        | "label"
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
  placeholders?: Readonly<Partial<Record<ElementType, string>>>;
  /** One error text per field, shown for every fault of that field. */
  error?: {
    /** By field. */
    default?: Readonly<Partial<Record<ElementType, string>>>;
  };
  /** Texts of the address fields. */
  addressSelector?: {
    /** Texts above the fields. */
    labels?: AddressTexts;
    /** Texts in the empty fields. */
    placeholders?: AddressTexts;
  };
  /** Title of the card frame, read by screen readers. */
  title?: string;
  /** Message shown when the frame does not load. */
  loadFailed?: string;
  /** Label of the button that loads the frame again. */
  retry?: string;
}

/** Options of the card form. */
export interface CardFormOptions extends CardFields, ElementMarks, Fonts, StoreOptions {
  /** Shows the network's icon in the number field. Default true. */
  enableCardIcon?: boolean;
  /** Enrols the card in its network's offers. Default false; never sent for Mastercard. */
  enrollInstrumentToNetworkOffers?: boolean;
  /**
   * Shows country and postal code below the card. Default: `clientConfig.supportsBillingInfo` of the session's card
   * method.
   */
  showAddressSelector?: boolean;
  /**
   * Default true: shows instalments when the session supports them and has choices for the issuer's country. No choice
   * is preselected unless `installmentConfig` names one.
   */
  showInstallments?: boolean;
  /** Overrides the session's instalment choices. */
  installmentConfig?: InstallmentConfig;
  /** The merchant's texts; the others keep the client's language. */
  translations?: CardFormTranslations;
  /** Styles of the form's parts, applied over `appearance`. */
  styles?: CardFormStyles;
  /** Overrides the client's theme for this form. */
  appearance?: Appearance;
  /** Callbacks of the form. Those of the payment belong to the button. */
  events?: CardFormEvents;
}

/** Answer of `collectValues`. The card itself is encrypted for the vault; the page never sees it. */
export interface CollectedValues {
  /** The sealed card, which the merchant's back end sends to authorize. */
  cardData: {
    /** Compact JWE that only the vault can decrypt. */
    encryptedData: string;
    /** Id of the vault's configuration, which authorize takes beside the sealed card. */
    vaultProviderConfigId: string;
    /** The network the shopper chose for a co-badged card. */
    preferredScheme?: string;
  };
  /** True when the shopper ticked the checkbox, or `alwaysStoreInstrument` is set. */
  storeInstrument: boolean;
  /** The form's option of this name; always false for Mastercard. */
  enrollInstrumentToNetworkOffers: boolean;
  /** Number of instalments; missing when the shopper pays in full. */
  selectedInstallment?: number;
  /** The address; missing where the form shows no address fields. */
  billingInfo?: BillingAddress;
}

/** Changes for `cardForm.update`. What is left out stays as it is. */
export interface CardFormUpdate {
  /** Replaces the styles. */
  styles?: CardFormStyles;
  /** Replaces the form's own theme. */
  appearance?: Appearance;
  /** Replaces the merchant's texts. */
  translations?: CardFormTranslations;
  /** Replaces the callbacks it names; the others stay. */
  events?: CardFormEvents;
}
