/** Options of the client, and options that several elements share. */
import type { ElementType } from "./wire/frames.ts";
import type { InitResponse, StoredInstrument, WorkflowExecution } from "./wire/config.ts";
import type { ReturnInfo } from "./wire/payments.ts";

/** `TEST` uses the wallets' test modes; `PRODUCTION` moves real money. */
export type Environment = "TEST" | "PRODUCTION";

/** Options of `Payrails.init`. */
export interface InitOptions {
  /**
   * Default `PRODUCTION`. Selects Google Pay's environment; whether the card frame runs in test mode is decided by the
   * vault.
   */
  readonly environment?: Environment;
  /** Result pages for redirects. Each address left out falls back to the provider's own page. */
  readonly returnInfo?: ReturnInfo;
  /**
   * Language of all texts, such as `fr` or `fr-CH`. Available: ar, de, es, fr, it, pt. Default, and fallback for other
   * languages: English.
   */
  readonly locale?: string;
  /** Theme of every element of this client. An element's own `appearance` takes precedence. */
  readonly appearance?: Appearance;
  /** Defaults for the card form; the form's own options take precedence. */
  readonly paymentMethodsConfiguration?: { readonly cards?: CardFields };
  /** Opens 3-D Secure challenges in the whole page instead of a popup. Default false. */
  readonly redirectFor3DS?: boolean;
  /**
   * Hosts of payment pages the shopper may be sent to, such as `bank.example` or `*.bank.example`, besides the
   * provider's own. Default: any host over https, with a console warning for hosts that are not the provider's.
   */
  readonly redirectHosts?: readonly string[];
  /** Addresses of the wallets' scripts. Default: the vendors' own. */
  readonly scripts?: { readonly googlePay?: string; readonly applePay?: string; readonly payPal?: string };
  /**
   * `enabled`: sends log events to the provider's observability frame, default true. `logLevel`: DEBUG, INFO, WARN or
   * ERROR, default ERROR. `collectMetadata`: sends browser data for 3-D Secure with authorize, default true.
   */
  readonly telemetry?: { readonly enabled?: boolean; readonly logLevel?: string; readonly collectMetadata?: boolean };
  /** Callbacks of the client. Those of a payment belong to the element that makes it. */
  readonly events?: {
    /** Called when the client has read a session, also a renewed one. */
    readonly onClientInitialized?: (execution: InitializedExecution | undefined) => unknown;
    /**
     * Called when the session has expired. Return a new init response, or undefined to give up. The SDK waits 30 s at
     * most.
     */
    readonly onSessionExpired?: () => Promise<InitResponse | undefined> | InitResponse | undefined;
  };
}

/** Fields of the card form and their arrangement. */
export interface CardFields {
  /** Shows the cardholder name field. Default false. */
  readonly showCardHolderName?: boolean;
  /** One MM/YY field instead of separate month and year fields. Default false. */
  readonly showSingleExpiryDateField?: boolean;
  /**
   * Rows of field types, such as `[["CARD_NUMBER"], ["EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"]]`. An unknown or
   * repeated type throws.
   */
  readonly layout?: readonly (readonly ElementType[])[];
}

/** The execution, also under the names that pages written for 5.x read. */
export interface InitializedExecution extends WorkflowExecution {
  /** The execution itself, once more. */
  readonly response: WorkflowExecution;
  /** The stored cards that may be shown to the shopper, as `getSavedCreditCards` returns them. */
  readonly savedCreditCards: readonly StoredInstrument[];
}

/**
 * CSS properties in camelCase or kebab-case. The card frame ignores properties and values that are not on its
 * allow-list.
 */
export type Css = Readonly<Record<string, string | number | undefined>>;

/** Kept for pages written for 5.x. The card frame loads no fonts: set `fontFamily` to an installed one in `styles`. */
export interface Fonts {
  /**
   * Accepted and ignored; the console shows a warning.
   *
   * @deprecated has no effect
   */
  readonly fonts?: readonly unknown[];
}

/** Colours and measures of the theme, as CSS values. What is left out follows the shopper's light or dark setting. */
export interface Appearance {
  /** Default `auto`: as the page around the element. */
  readonly colorScheme?: "auto" | "light" | "dark";
  /** Buttons, selected options and focused fields. */
  readonly colorPrimary?: string;
  /** Text, labels and values. */
  readonly colorText?: string;
  /** Placeholders and secondary text. */
  readonly colorMuted?: string;
  /** Background of fields and panels. */
  readonly colorBackground?: string;
  /** Borders of fields and panels. */
  readonly colorBorder?: string;
  /** Error texts and borders of fields with an error. */
  readonly colorDanger?: string;
  /** The focus ring. */
  readonly colorFocus?: string;
  /** Corner radius of fields, panels and buttons, such as `8px`. */
  readonly borderRadius?: string;
  /** An installed font family; the card frame loads no fonts. */
  readonly fontFamily?: string;
  /** Font size of texts and values, such as `16px`. Below 16px, iOS zooms in on a focused field. */
  readonly fontSize?: string;
  /** Height of fields and buttons, such as `48px`. */
  readonly controlHeight?: string;
}
