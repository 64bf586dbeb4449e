/**
 * What a merchant's back end passes to `Payrails.init`: a version, and this configuration as base64 of its JSON
 * (S-CONFIG-01).
 */
import type { Amount, SavedRecord } from "./payments.ts";

/** The init response of the provider, which the merchant's back end passes to the page unchanged. */
export interface InitResponse {
  readonly version: string;
  /** Base64 of the UTF-8 JSON of {@link ClientConfiguration}. The JSON itself is ASCII with escapes. */
  readonly data: string;
}

export interface Link {
  readonly href: string;
  readonly method?: string;
}

/** A card or account that is stored for the shopper. */
export interface StoredInstrument {
  readonly id: string;
  readonly displayName?: string;
  readonly paymentMethod: string;
  readonly status: "enabled" | "created" | "deleted" | "disabled" | "invalid" | "transient";
  readonly default?: boolean;
  readonly data: {
    readonly bin?: string;
    readonly network?: string;
    /** The network the shopper chose for a co-badged card. */
    readonly preferredScheme?: string;
    readonly suffix?: string;
    readonly expiryMonth?: string;
    readonly expiryYear?: string;
    readonly email?: string;
    readonly binLookup?: { readonly issuerCountry?: { readonly code: string } };
  };
}

/** Answer of the save-instrument call. */
export interface SaveInstrumentResponse extends StoredInstrument {
  readonly futureUsage?: string;
  readonly createdAt?: string;
  /** Vault tokens by column, when the card was sealed with `tokens`. */
  readonly tokens?: Readonly<Record<string, string>>;
  readonly records?: readonly SavedRecord[];
}

/** One payment method of the session, with its settings and stored instruments. */
export interface PaymentMethodOption {
  readonly paymentMethodCode: string;
  readonly integrationType: "api" | "hpp";
  readonly description?: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly clientConfig?: {
    readonly flow?: "redirect" | "direct" | "embedded";
    readonly displayName?: string;
    readonly supportsSaveInstrument?: boolean;
    readonly supportsBillingInfo?: boolean;
    readonly supportsInstallments?: boolean;
    readonly installments?: Readonly<
      Record<string, readonly { readonly count: number; readonly amount: Amount }[]>
    >;
    readonly additionalConfig?: Readonly<Record<string, unknown>>;
  };
  readonly paymentInstruments: readonly StoredInstrument[];
}

export interface VaultConfiguration {
  readonly vaultId: string;
  /** Origin of the card frame. */
  readonly vaultUrl: string;
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

export interface LookupResult {
  readonly httpCode: number;
  readonly body: {
    readonly name: string;
    readonly data?: { readonly paymentCompositionOptions: readonly PaymentMethodOption[] };
    readonly links?: { readonly execution?: Link; readonly authorize?: Link; readonly startPaymentSession?: Link };
  };
}

export type ExecutionMetaCustomer = Readonly<Record<string, unknown>>;
/** Metadata that the merchant's back end put into the execution. `client.update` changes the customer. */
export interface ExecutionMeta {
  readonly CIT?: boolean;
  readonly customer?: ExecutionMetaCustomer;
  readonly order?: Readonly<Record<string, unknown>>;
  readonly clientContext?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}
export type ExecutionMetaKey = "customer";

/** One payment of one order, from init to its final state. */
export interface WorkflowExecution {
  readonly id: string;
  readonly merchantReference: string;
  readonly holderReference: string;
  readonly amount: Amount;
  readonly createdAt: string;
  readonly status: readonly { readonly code: string; readonly time: string }[];
  readonly workflow: { readonly code: string; readonly version: number };
  readonly meta: ExecutionMeta;
  readonly actionRequired?: string;
  readonly links: {
    readonly self: string;
    readonly authorize?: Link;
    readonly startPaymentSession?: Link;
    readonly createInstrument?: Link;
    readonly "3ds"?: string;
    readonly redirect?: string;
  };
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
