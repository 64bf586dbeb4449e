/**
 * What a merchant's back end passes to `Payrails.init`: a version, and this configuration as base64 of its JSON
 * (S-CONFIG-01).
 */
import type { Amount } from "./payments.ts";
import type { StoredInstrument } from "./instruments.ts";

/** The init response of the provider, which the merchant's back end passes to the page unchanged. */
export interface InitResponse {
  /** Version of the response format; the SDK does not read it. */
  version: string;
  /** Base64 of the UTF-8 JSON of {@link ClientConfiguration}. The JSON itself is ASCII with escapes. */
  data: string;
}

/** A call that the session allows. */
export interface Link {
  /** Absolute address. */
  readonly href: string;
  /** HTTP method, such as `POST`. */
  readonly method?: string;
}

/** One payment method of the session, with its settings and stored instruments. */
export interface PaymentMethodOption {
  /** A value of `PAYMENT_METHOD_CODES`, or the code of another hosted payment page. */
  readonly paymentMethodCode: string;
  /** `api`: pays on this page. `hpp`: pays on a hosted payment page. */
  readonly integrationType: "api" | "hpp";
  /** The provider's text about the method. */
  readonly description?: string;
  /** The provider's id of the method's configuration. */
  readonly id?: string;
  /** Whether the method can pay in this session. */
  readonly status?: StoredInstrument["status"];
  /** The code of the method for payouts, where it differs. */
  readonly payoutMethodCode?: string;
  /** Settings for the wallet's own script, such as Google Pay's gateway. Their shape depends on the method. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Settings for this SDK. `installments` holds the choices by country (ISO 3166-1 alpha-2). */
  readonly clientConfig?: {
    /** How the shopper pays: on this page, in it, or on another page. */
    readonly flow?: "redirect" | "direct" | "embedded";
    /** Name of the method for display. */
    readonly displayName?: string;
    /** The method can store an instrument. */
    readonly supportsSaveInstrument?: boolean;
    /** The form asks for a billing address. */
    readonly supportsBillingInfo?: boolean;
    /** The form may offer instalments. */
    readonly supportsInstallments?: boolean;
    /** Choices of instalments by country. */
    readonly installments?: Readonly<
      Record<string, readonly { readonly count: number; readonly amount: Amount }[]>
    >;
    /** Further settings of the method. */
    readonly additionalConfig?: Readonly<Record<string, unknown>>;
    /** JSON schema of the fields that `client.dynamicElement` shows. */
    readonly instrumentDataSchema?: object;
    /** As `instrumentDataSchema`. */
    readonly schema?: object;
  };
  /** Every stored instrument of the method, including those that can't pay. `getStoredInstruments` filters them. */
  readonly paymentInstruments: readonly StoredInstrument[];
  /** Stored instruments that can be paid out to. */
  readonly payoutInstruments?: readonly StoredInstrument[];
}

/** Where the session's cards are sealed and stored. */
export interface VaultConfiguration {
  readonly vaultId: string;
  /** Origin of the card frame. */
  readonly vaultUrl: string;
  /** Bearer token for the vault, valid as long as the session's. */
  readonly token: string;
  readonly status?: string;
  readonly vaultType: "Payrails" | "Test";
  readonly providerId?: string;
  readonly providerConfigId: string;
  /** Default `cards`. */
  readonly cardTableName?: string;
  /** Base64 SPKI DER of the sealing key, for clients that seal by themselves. The card frame does not use it. */
  readonly encryptionPublicKey: string;
  readonly links: { readonly saveInstrument: Link };
}

/** Answer of one step that the service ran before the page loaded. `lookup` lists the payment methods. */
export interface LookupResult {
  /** HTTP status of the step. */
  readonly httpCode: number;
  /** `name` says which step; `data` holds its payment methods and `links` the calls it allows. */
  readonly body: {
    /** Which step this is. */
    readonly name: string;
    /** What the step found. */
    readonly data?: {
      /** The payment methods. */
      readonly paymentCompositionOptions: readonly PaymentMethodOption[];
    };
    /** Calls that the step allows. */
    readonly links?: {
      /** Reads the execution. */
      readonly execution?: Link;
      /** Pays. */
      readonly authorize?: Link;
      /** Starts a wallet's session. */
      readonly startPaymentSession?: Link;
      /** Stores an instrument without a payment. */
      readonly createInstrument?: Link;
      /** Pays out. */
      readonly payout?: Link;
    };
  };
}

/** Customer data of the execution, such as `country` or `email`; the merchant defines its fields. */
export interface ExecutionMetaCustomer {
  /** The merchant's own id of the shopper. */
  reference?: string;
  /** Name. */
  name?: string;
  /** Last name. */
  lastName?: string;
  /** Email address. */
  email?: string;
  /** Phone number. */
  phone?: {
    /** Calling code of the country, such as `49`. */
    countryCode?: string;
    /** The number without the calling code. */
    number?: string;
  };
  /** `code` is ISO 3166-1 alpha-2, `iso3` alpha-3. */
  country?: {
    /** Name of the country, for display. */
    name?: string;
    /** ISO 3166-1 alpha-2. */
    code?: string;
    /** ISO 3166-1 alpha-3. */
    iso3?: string;
  };
  /** The merchant's own kind of customer. */
  type?: string;
  /** ISO 8601 date. */
  birthDate?: string;
  /** Language tag, such as `en-GB`. */
  language?: string;
  /** Number of an identity document. */
  identityCardNumber?: string;
  /** Further fields that the merchant's back end set. */
  [key: string]: unknown;
}

/** Metadata that the merchant's back end put into the execution. `client.update` changes the customer. */
export interface ExecutionMeta {
  /** False marks a charge without the shopper. Only a request of the merchant's back end can make one. */
  CIT?: boolean;
  /** Customer data; `client.update` merges changes into it for the next authorize. */
  customer?: ExecutionMetaCustomer;
  /** Order data; the merchant defines its fields. */
  order?: {
    /** Billing address of the order. */
    billingAddress?: {
      /** Country of the address. */
      country?: {
        /** Name of the country, for display. */
        name?: string;
        /** ISO 3166-1 alpha-2. */
        code?: string;
        /** ISO 3166-1 alpha-3. */
        iso3?: string;
      };
    };
    /** Further fields of the order. */
    [key: string]: unknown;
  };
  /** Data about the merchant's page: `origin` and `host`, which 3-D Secure and Apple Pay need. */
  clientContext?: Readonly<Record<string, unknown>>;
  /** Further fields that the merchant's back end set. */
  [key: string]: unknown;
}

/** The key of the metadata that `client.update` can change. */
export type ExecutionMetaKey = "customer";

/** One payment of one order, from init to its final state. */
export interface WorkflowExecution {
  /** The provider's id of the payment. */
  readonly id: string;
  /** The merchant's own id of the order. */
  readonly merchantReference: string;
  /** The merchant's own id of the shopper; stored instruments belong to it. */
  readonly holderReference: string;
  /** The amount to authorize. */
  readonly amount: Amount;
  /** ISO 8601. */
  readonly createdAt: string;
  /** History of the payment, oldest first; empty before the first attempt. `time` is ISO 8601. */
  readonly status: readonly { readonly code: string; readonly time: string }[];
  /** The provider's workflow that runs the payment, such as `payment-acceptance`. */
  readonly workflow: {
    /** Such as `payment-acceptance`. */
    readonly code: string;
    /** Of the workflow. */
    readonly version: number;
  };
  /** Metadata as the merchant's back end set it. */
  readonly meta: ExecutionMeta;
  /** `3ds` while the issuer waits for a 3-D Secure challenge. */
  readonly actionRequired?: string;
  /** Calls that the session allows. `3ds` and `redirect` are pages for the shopper. */
  readonly links: {
    /** The execution. */
    readonly self: string;
    /** Pays. */
    readonly authorize?: Link;
    /** Starts a wallet's session. */
    readonly startPaymentSession?: Link;
    /** Stores an instrument without a payment. */
    readonly createInstrument?: Link;
    /** The issuer's page for the shopper. */
    readonly "3ds"?: string;
    /** The hosted payment page for the shopper. */
    readonly redirect?: string;
  };
  /** Steps that the service ran before the page loaded, among them the look-up of payment methods. */
  readonly initialResults: readonly LookupResult[];
}

export interface ClientConfiguration {
  /** Bearer token for this one execution, valid for at most 30 minutes. */
  readonly token: string;
  readonly type?: "dropIn" | "secureFields" | "tokenization";
  readonly holderReference: string;
  readonly amount: Amount;
  readonly vaultConfiguration: VaultConfiguration;
  readonly links: {
    /** Left out when the BIN look-up is off. Older back ends send an empty array instead. */
    readonly binLookup?: Link | readonly never[];
    readonly instrumentDelete?: Link;
    readonly instrumentUpdate?: Link;
    readonly clientUpdate?: Link;
  };
  readonly execution: WorkflowExecution;
}
