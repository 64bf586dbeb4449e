/** Cards and accounts that are stored for the shopper, and the answer of the call that stores one. */
import type { SavedRecord } from "./payments.ts";

/** A card or account that is stored for the shopper. */
export interface StoredInstrument {
  /** The instrument's id for `client.api` and `client.setState`. */
  readonly id: string;
  /** Text for a list, such as `Visa •••• 4242` or the account's email address. */
  readonly displayName?: string;
  /** A value of `PAYMENT_METHOD_CODES`. */
  readonly paymentMethod: string;
  /**
   * An `enabled` one can pay, and the checkout lists it. A session also names `disabled` and `invalid` ones, which cannot
   * pay. A `transient` one is not listed: it was tokenized without being stored, or its payment is not approved yet.
   */
  readonly status: "enabled" | "created" | "deleted" | "disabled" | "invalid" | "transient";
  /** True for the instrument the shopper prefers. */
  readonly default?: boolean;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
  /** The provider's id of the shopper. */
  readonly holderId?: string;
  /** The same for every stored instrument of one card or account. */
  readonly fingerprint?: string;
  /** What the shopper agreed to. */
  readonly futureUsage?: FutureUsage;
  /**
   * Card: `bin`, `network`, `suffix` (the last digits), `expiryMonth` (MM), `expiryYear` (YYYY), and the issuer's country
   * (ISO 3166-1 alpha-2). PayPal: `email`.
   */
  readonly data: {
    /** First digits of the number. */
    readonly bin?: string;
    /** Network of the card, such as `visa`. */
    readonly network?: string;
    /** The network the shopper chose for a co-badged card. */
    readonly preferredScheme?: string;
    /** The last four digits; fewer, or none, for a short number whose first eight are shown. */
    readonly suffix?: string;
    /** MM. */
    readonly expiryMonth?: string;
    /** YYYY. */
    readonly expiryYear?: string;
    /** Address of the account. */
    readonly email?: string;
    /** What the issuer's look-up knew. */
    readonly binLookup?: {
      /** Country of the issuer. */
      readonly issuerCountry: CountryName;
    };
  };
}

/** A country by its codes. */
export interface CountryName {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** English name. */
  readonly name: string;
  /** ISO 3166-1 alpha-3. */
  readonly iso3: string;
}

/**
 * What the shopper agreed to when an instrument was stored. `CardOnFile`: payments the shopper starts. `Subscription`:
 * recurring charges. `UnscheduledCardOnFile`: charges the merchant starts at no fixed time.
 */
export type FutureUsage = "CardOnFile" | "Subscription" | "UnscheduledCardOnFile";

/** A stored instrument as a page passes it to `setState`: one the SDK listed, or one of the merchant's back end. */
export interface GivenInstrument extends Omit<StoredInstrument, "data"> {
  /** Card or account data. Without it the network is not known. */
  readonly data?: StoredInstrument["data"] & { readonly bankAccount?: object };
}

/** Answer of the save-instrument call. */
export interface SaveInstrumentResponse {
  /** The instrument's id, with which the merchant's back end and this SDK can pay. */
  id: string;
  /** Only cards are stored this way. */
  paymentMethod: "card";
  /** `transient` when the card was tokenized without being stored. */
  status: StoredInstrument["status"];
  /** ISO 8601. */
  createdAt: string;
  /** The provider's id of the shopper. */
  holderId: string;
  /** Text for a list, such as `Visa •••• 4242`. */
  displayName?: string;
  /** The same for every stored instrument of one card. */
  fingerprint?: string;
  /** What the shopper agreed to: `CardOnFile`, `Subscription` or `UnscheduledCardOnFile`. */
  futureUsage?: string;
  /** What identifies the card. */
  data: {
    /** First digits. */
    bin: string;
    /** Network of the card, such as `visa`. */
    network: string;
    /** The last four digits; fewer, or none, for a short number whose first eight are shown. */
    suffix: string;
    /** Cardholder's name. */
    holderName?: string;
    /** MM. */
    expiryMonth?: string;
    /** YYYY. */
    expiryYear?: string;
    /** The network the shopper chose for a co-badged card. */
    preferredScheme?: string;
    /** The issuer, as the BIN look-up names it. */
    binLookup?: {
      /** First digits of the number. */
      bin: string;
      /** Network of the card, such as `visa`. */
      network: string;
      /** Name of the issuer. */
      issuer?: string;
      /** Country of the issuer. */
      issuerCountry?: {
        /** ISO 3166-1 alpha-2. */
        code?: string;
        /** Name. */
        name?: string;
        /** ISO 3166-1 alpha-3. */
        iso3?: string;
      };
      /** Kind of card, such as credit or debit. */
      type?: string;
    };
  };
  /** Vault tokens by column, when the card was sealed with `tokens`. */
  tokens?: Readonly<Record<string, string>>;
  /** The records stored beside the card, when `additionalFields` named any. */
  records?: readonly SavedRecord[];
}
