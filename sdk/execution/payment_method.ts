/** A payment method of the session and its stored instruments, under the names of 5.x. */
import type { Loose } from "../wire/published/open_types.ts";
import type { FutureUsage, StoredInstrument } from "../wire/instruments.ts";
import type { Amount } from "../wire/payments.ts";
import type { ApplePayConfig, GooglePayConfig, PayPalConfig } from "./wallet_settings.ts";
import type { InstrumentSchema } from "./field_schema.ts";

/** What is known of a stored card. */
export interface CardMetadata {
  /** First digits of the number: 8, or 6 of American Express and Diners Club. */
  bin?: string;
  /** The last four digits; fewer, or none, for a short number whose first eight are shown. */
  suffix?: string;
  /** Network of the card, such as `visa`. */
  network?: string;
  /** What the first digits reveal about the card. */
  binLookup?: {
    /** Country of the bank that issued the card. */
    issuerCountry: {
      /** ISO 3166-1 alpha-2. */
      code: string;
      /** For display, in English. */
      name: string;
      /** ISO 3166-1 alpha-3. */
      iso3: string;
    };
  };
}

/** What is known of a stored PayPal account. */
export interface PayPalMetadata {
  /** Email address of the account. */
  email?: string;
}

/** A stored instrument as programs for 5.x type it, with the data of its kind. */
export interface StoredPaymentInstrument<Data = StoredInstrument["data"]> {
  /** Id in the payments service. */
  id: string;
  /** Only an `enabled` one can pay. */
  status: StoredInstrument["status"];
  /** A value of `PAYMENT_METHOD_CODES`. */
  paymentMethod: string;
  /** Text for a list, such as `Visa •••• 4242`. */
  displayName?: string;
  /** What is known of the instrument. */
  data?: Data;
  /** True for the instrument the shopper prefers. */
  default?: boolean;
  /** ISO 8601. */
  createdAt?: string;
  /** ISO 8601. */
  updatedAt?: string;
  /** The payments service's id of the shopper. */
  holderId?: string;
  /** The same for every instrument of one card. */
  fingerprint?: string;
  /** Which later charges the shopper agreed to. */
  futureUsage?: FutureUsage;
}

/** Instalment choices by country (ISO 3166-1 alpha-2). */
export type PaymentInstallments = Record<
  string,
  {
    /** How many instalments. */
    count: number;
    /** The service answers with an amount and its currency; in options a number of major units counts, too. */
    amount: Loose<Amount | number>;
  }[]
>;

/**
 * One payment method of the session, with its settings and stored instruments. `Instrument` is the data of the stored
 * ones, `Config` the settings of the wallet's script.
 */
export interface StorablePaymentCompositionOption<
  Instrument = CardMetadata | PayPalMetadata,
  Config = ApplePayConfig | PayPalConfig | GooglePayConfig | undefined,
> {
  /** Id in the payments service. */
  id: string;
  /** A value of `PAYMENT_METHOD_CODES`, or the code of another hosted payment page. */
  paymentMethodCode: string;
  /** The code of the method for payouts, where it differs. */
  payoutMethodCode?: string;
  /** The provider's text about the method. */
  description?: string;
  /** Whether the method can pay in this session. */
  status: StoredInstrument["status"];
  /** `api`: pays on this page. `hpp`: pays on a hosted payment page. */
  integrationType: "api" | "hpp";
  /** Settings for the wallet's own script; undefined for other methods. */
  config: Config;
  /** Settings for this SDK. */
  clientConfig?: {
    /** How the shopper pays: on this page, in it, or on another page. */
    flow?: "redirect" | "direct" | "embedded";
    /** Name of the method for display. */
    displayName?: string;
    /** The method can store an instrument. */
    supportsSaveInstrument?: boolean;
    /** The form may offer instalments. */
    supportsInstallments?: boolean;
    /** Choices of instalments by country. */
    installments?: PaymentInstallments;
    /** The form asks for a billing address. */
    supportsBillingInfo?: boolean;
    /** Fields that the method asks for. */
    schema?: InstrumentSchema;
    /** Further settings of the provider. */
    // deno-lint-ignore no-explicit-any -- its shape is the provider's: a program passes it on
    additionalConfig?: any;
    /** JSON schema of the fields that `client.dynamicElement` shows. */
    instrumentDataSchema?: InstrumentSchema;
  };
  /** Every stored instrument of the method, including those that cannot pay. `getStoredInstruments` filters them. */
  paymentInstruments?: StoredPaymentInstrument<Instrument>[];
  /** Stored instruments that can be paid out to. */
  payoutInstruments?: StoredPaymentInstrument<Instrument>[];
}
