/** Options of the client, and options that several elements share. */
import type { ElementType } from "./wire/frames.ts";
import type { InitializedExecution } from "./execution/execution.ts";
import type { ExecutionMetaCustomer, InitResponse } from "./wire/config.ts";
import type { Amount, ReturnInfo } from "./wire/payments.ts";

/** `TEST` uses the wallets' test modes; `PRODUCTION` moves real money. */
export type Environment = "TEST" | "PRODUCTION";

/** Options of `Payrails.init`. */
export interface PayrailsClientOptions {
  /**
   * Default `PRODUCTION`. Selects Google Pay's environment; whether the card frame runs in test mode is decided by the
   * vault.
   */
  environment?: Environment;
  /** Result pages for redirects. Each address left out falls back to the provider's own page. */
  returnInfo?: ReturnInfo;
  /**
   * Language of all texts, such as `fr` or `fr-CH`. Available: ar, de, es, fr, it, pt. Default, and fallback for other
   * languages: English.
   */
  locale?: string;
  /** Theme of every element of this client. An element's own `appearance` takes precedence. */
  appearance?: Appearance;
  /** Defaults for the card form; the form's own options take precedence. */
  paymentMethodsConfiguration?: { cards?: CardFields };
  /** Opens 3-D Secure challenges in the whole page instead of a popup. Default false. */
  redirectFor3DS?: boolean;
  /**
   * Hosts of payment pages the shopper may be sent to, such as `bank.example` or `*.bank.example`, besides the
   * provider's own. Default: any host over https, with a console warning for hosts that are not the provider's.
   */
  redirectHosts?: readonly string[];
  /** Addresses of the wallets' scripts. Default: the vendors' own. */
  scripts?: {
    /** Google Pay's script. */
    googlePay?: string;
    /** Apple Pay's script. */
    applePay?: string;
    /** PayPal's script. */
    payPal?: string;
    /** Lean's script. */
    lean?: string;
  };
  /**
   * `enabled`: sends log events to the provider's observability frame, default true. While it is false for one client,
   * no client of the page sends any, until that client is destroyed. `logLevel`: DEBUG, INFO, WARN or ERROR, default
   * ERROR. `collectMetadata`: sends browser data for 3-D Secure with authorize, default true.
   */
  telemetry?: { enabled?: boolean; logLevel?: string; collectMetadata?: boolean };
  /** Callbacks of the client. Those of a payment belong to the element that makes it. */
  events?: {
    /** Called when the client has read a session, including a renewed one. */
    onClientInitialized?: (execution: InitializedExecution | undefined) => unknown;
    /**
     * Called when the session has expired. Return a new init response of the same order, or undefined to give up. One
     * for another amount is refused, so that no shopper pays what no button showed; so is one of another execution while
     * a payment is under way, whose result the SDK would no longer see. The SDK waits 30 s at most.
     */
    onSessionExpired?: () => Promise<InitResponse | null | undefined> | InitResponse | null | undefined;
  };
}

/** Changes for {@link Payrails.update}. `value` and `currency` only count together. */
export interface ClientUpdate {
  /** Decimal text in major units, such as `19.99`. */
  value?: string;
  /** ISO 4217. */
  currency?: string;
  /** Language of all texts, as the option of `init`. Mounted elements change at once; what was typed stays. */
  locale?: string;
  /** Merged into the customer data of the next authorize. */
  meta?: {
    /** Only customer data can change. */
    key: "customer";
    /** Fields of the customer data that change; the others stay. */
    value: ExecutionMetaCustomer;
  };
  /**
   * Replaces the instalment choices of the card form, of the drop-in and of what is mounted later. Null returns to the
   * session's own choices.
   */
  installmentConfig?: InstallmentConfig | null;
}

/** Fields of the card form and their arrangement. */
export interface CardFields {
  /** Shows the cardholder name field. Default false. */
  showCardHolderName?: boolean;
  /** One MM/YY field instead of separate month and year fields. Default false. */
  showSingleExpiryDateField?: boolean;
  /**
   * Rows of field types, such as `[["CARD_NUMBER"], ["EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"]]`. An unknown or
   * repeated type throws.
   */
  layout?: readonly (readonly ElementType[])[];
}

/**
 * CSS properties in camelCase or kebab-case. The card frame ignores properties and values that are not on its
 * allow-list.
 */
export type Css = Readonly<Record<string, string | number | undefined>> | Partial<CSSStyleDeclaration>;

/** Marks of an element's outermost node, for the page's styles and tests. They are set when the element is mounted. */
export interface ElementMarks {
  /** Its `id`. Default: the SDK's own, such as `payrails-google-pay-button-…` or `payrails-card-form`. */
  id?: string;
  /** A class, several in one text, or a list of them, beside the SDK's own. Default: none. */
  className?: string | string[];
  /** Its `data-testid`. Default: the SDK's own, where it has one. */
  dataTestId?: string;
}

/** Whether a payment stores its instrument for the shopper's next one. */
export interface StoreOptions {
  /**
   * Shows a checkbox by which the shopper agrees. Default false; true for PayPal, and for cards in the drop-in, where the
   * session can store.
   */
  showStoreInstrumentCheckbox?: boolean;
  /** Whether the checkbox starts `checked` or `unchecked`. Default `unchecked`. */
  defaultStoreInstrumentState?: "checked" | "unchecked";
  /** Stores the instrument with every payment without asking. You need the shopper's consent. Default false. */
  alwaysStoreInstrument?: boolean;
}

/** One choice of instalments: `count` payments of `amount`. */
export interface Installment {
  /** Number of payments. */
  count: number;
  /** Amount of each payment; a number is in major units of the session's currency. */
  amount: Amount | number;
}

/** Which instalment choices the shopper sees. */
export interface InstallmentConfig {
  /** Number of instalments selected at the start, when it is among the choices. */
  defaultInstallment?: number | null;
  /** Country code that decides the choices. Default: the country of the card's issuer. */
  installmentCountry?: string | null;
  /** Choices by country code, or one list for every country. Default, or when null: the session's. */
  installmentOptions?: Readonly<Record<string, readonly Installment[]>> | readonly Installment[] | null;
}

/** Kept for pages written for 5.x. The card frame loads no fonts: set `fontFamily` to an installed one in `styles`. */
export interface Fonts {
  /**
   * Accepted and ignored; the console shows a warning.
   *
   * @deprecated has no effect
   */
  fonts?: readonly unknown[];
}

/** Colours and measures of the theme, as CSS values. What is left out follows the shopper's light or dark setting. */
export interface Appearance {
  /** Default `auto`: as the page around the element. */
  colorScheme?: "auto" | "light" | "dark";
  /** Buttons, selected options and focused fields. */
  colorPrimary?: string;
  /** Text, labels and values. */
  colorText?: string;
  /** Placeholders and secondary text. */
  colorMuted?: string;
  /** Background of fields and panels. */
  colorBackground?: string;
  /** Borders of fields and panels. */
  colorBorder?: string;
  /** Error texts and borders of fields with an error. */
  colorDanger?: string;
  /** The focus ring. */
  colorFocus?: string;
  /** Corner radius of fields, panels and buttons, such as `8px`. */
  borderRadius?: string;
  /** An installed font family; the card frame loads no fonts. */
  fontFamily?: string;
  /** Font size of texts and values, such as `16px`. Below 16px, iOS zooms in on a focused field. */
  fontSize?: string;
  /** Height of fields and buttons, such as `48px`. */
  controlHeight?: string;
}
