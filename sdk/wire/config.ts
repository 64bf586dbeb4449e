/** What a merchant's back end hands to `Payrails.init`: a version and base64 of this configuration as JSON (spec S 3). */
import type { Amount, SavedRecord } from "./payments.ts";

export interface InitResponse {
  readonly version: string;
  /** base64 of the UTF-8 JSON of {@link ClientConfiguration}; the JSON itself is ASCII with escapes. */
  readonly data: string;
}

export interface Link {
  readonly href: string;
  readonly method?: string;
}

export interface StoredInstrument {
  readonly id: string;
  readonly displayName?: string;
  readonly paymentMethod: string;
  readonly status: "enabled" | "created" | "deleted" | "disabled" | "invalid" | "transient";
  readonly default?: boolean;
  readonly data: {
    readonly bin?: string;
    readonly network?: string;
    /** Of a co-badged card, the network the shopper chose. */
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
  /** By column, where `tokens` was sealed with the card. */
  readonly tokens?: Readonly<Record<string, string>>;
  readonly records?: readonly SavedRecord[];
}

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
  /** Default `cards` (spec S 9). */
  readonly cardTableName?: string;
  /** base64 SPKI DER of the sealing key, for clients that seal themselves. Our own frame never uses it. */
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
/** What the merchant's back end put into the execution; `client.update` changes the customer. */
export interface ExecutionMeta {
  readonly CIT?: boolean;
  readonly customer?: ExecutionMetaCustomer;
  readonly order?: Readonly<Record<string, unknown>>;
  readonly clientContext?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}
export type ExecutionMetaKey = "customer";

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
  /** Bearer token bound to this one execution, at most 30 minutes old. */
  readonly token: string;
  readonly type?: "dropIn" | "secureFields" | "tokenization";
  readonly holderReference: string;
  readonly amount: Amount;
  readonly vaultConfiguration: VaultConfiguration;
  readonly links: {
    /** Left out when BIN look-up is off; an empty array from older back ends means the same. */
    readonly binLookup?: Link | readonly never[];
    readonly instrumentDelete?: Link;
    readonly instrumentUpdate?: Link;
    readonly clientUpdate?: Link;
  };
  readonly execution: WorkflowExecution;
}
