/** What merchants may set on the client, and what all elements share. */
import type { ElementType } from "./wire/frames.ts";
import type { InitResponse, StoredInstrument, WorkflowExecution } from "./wire/config.ts";
import type { ReturnInfo } from "./wire/payments.ts";

export type Environment = "TEST" | "PRODUCTION";

export interface InitOptions {
  /** Default PRODUCTION. Never decides what leaves the card frame: the vault's own record does. */
  readonly environment?: Environment;
  readonly returnInfo?: ReturnInfo;
  /** Language of everything the SDK says, "fr" or "fr-CH": ar, de, es, fr, it, pt; every other one is English. */
  readonly locale?: string;
  /** Looks of every element of this client; an element's own stands above it. */
  readonly appearance?: Appearance;
  /** Where an element says nothing else. */
  readonly paymentMethodsConfiguration?: { readonly cards?: CardFields };
  /** The whole page goes to the bank's check instead of a popup. */
  readonly redirectFor3DS?: boolean;
  /**
   * Hosts of payment pages, `bank.example` or `*.bank.example`. The shopper is sent to these and the provider's own, to no
   * other; left out, to any over https, and the console names those that are not the provider's.
   */
  readonly redirectHosts?: readonly string[];
  /** Addresses of the wallets' scripts where they are not the vendors' own. */
  readonly scripts?: { readonly googlePay?: string; readonly applePay?: string; readonly payPal?: string };
  readonly telemetry?: { readonly enabled?: boolean; readonly logLevel?: string; readonly collectMetadata?: boolean };
  readonly events?: {
    readonly onClientInitialized?: (execution: InitializedExecution | undefined) => unknown;
    /** Gives a new init answer; awaited for at most 30 s. */
    readonly onSessionExpired?: () => Promise<InitResponse | undefined> | InitResponse | undefined;
  };
}

/** Which card fields there are, and where. */
export interface CardFields {
  readonly showCardHolderName?: boolean;
  /** One MM/YY field in place of month and year. */
  readonly showSingleExpiryDateField?: boolean;
  /** One array of field types per row. */
  readonly layout?: readonly (readonly ElementType[])[];
}

/** The execution as it is, and by the names that pages written for 5.x read (COMPAT 3.2). */
export interface InitializedExecution extends WorkflowExecution {
  readonly response: WorkflowExecution;
  readonly savedCreditCards: readonly StoredInstrument[];
}

/** A fragment of CSSStyleDeclaration; the frame keeps what its allow-list of properties and values knows. */
export type Css = Readonly<Record<string, string | number | undefined>>;

/** As pages written for 5.x have them. Card frames load nothing from elsewhere: name fonts that are installed in `styles`. */
export interface Fonts {
  /** @deprecated has no effect */
  readonly fonts?: readonly unknown[];
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
