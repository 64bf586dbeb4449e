/** Messages between the SDK and the payments service about one execution. */

/** What the payments service answered when it refused a call. */
export interface ServerError {
  /** The HTTP status. */
  readonly status: number;
  /** The service's error code, such as `amount-mismatch`; missing when the answer names none. */
  readonly code?: string;
  /** The service's sentence about the refusal, for engineers. */
  readonly detail?: string;
  /** The service's page about the code. */
  readonly docUrl?: string;
}

/**
 * An amount on the wire: decimal text in major units ("19.99") and an ISO 4217 code. Services calculate in minor units.
 */
export interface Amount {
  /** Decimal text in major units, such as `19.99`. */
  value: string;
  /** ISO 4217, such as `USD`. */
  currency: string;
}

/** States of an attempt. `authorizeSuccessful` and `authorizeFailed` are final. */
export type StatusCode =
  | "authorizeRequested"
  | "confirmRequested"
  | "authorizePending"
  | "authorizeSuccessful"
  | "authorizeFailed";

/** One entry of an execution's history. `time` is ISO 8601 with milliseconds; no two entries share one. */
export interface ExecutionStatus {
  /** A known status, or one that a newer service adds. */
  readonly code: StatusCode | (string & Record<never, never>);
  /** ISO 8601 with milliseconds. */
  readonly time: string;
  /** Why the attempt failed: `result` is the issuer's result name, such as `InsufficientBalance`. */
  readonly errors?: readonly { readonly reason: { readonly result: string } }[];
}

/** The call that completes a payment which the shopper approved in the wallet, such as PayPal. */
export interface ConfirmLink {
  /** Absolute address of the confirm call. */
  readonly href: string;
  /** The vendor's id of what the shopper approves: an order to pay, or a token to store the account. */
  readonly action?: {
    /** What the wallet's own script needs. */
    readonly parameters?: {
      /** An order to pay. */
      readonly orderId?: string;
      /** A token to store the account. */
      readonly tokenId?: string;
    };
    /** Lean's id of the payment, and the key of its script. */
    readonly paymentId?: string;
    /** Token of the wallet's app. */
    readonly appToken?: string;
    /** True in Lean's test mode. */
    readonly sandbox?: boolean;
  };
}

/** Answer of authorize, of the execution link and of confirm. */
export interface ExecutionResponse {
  /** Id of the execution. */
  readonly id: string;
  /** History of the execution, oldest first. */
  readonly status: readonly ExecutionStatus[];
  /** What the payment waits for; absent when it waits for nothing. */
  readonly actionRequired?: "3ds" | (string & Record<never, never>);
  /** The amount of the execution. */
  readonly amount?: Amount;
  /** Present when the payment used or stored an instrument that can pay again. */
  readonly paymentInstrumentId?: string;
  /** The network the shopper chose for a co-badged card, now or when the card was stored. */
  readonly preferredScheme?: string;
  /** How the newest attempt ended, once it has. */
  readonly finalState?: Pick<ExecutionStatus, "code" | "errors">;
  /**
   * `execution` is the address to poll; `3ds` and `redirect` are pages for the shopper; `confirm` completes a wallet
   * payment; `giveUp` gives up what waits for the shopper.
   */
  readonly links: {
    /** The execution. */
    readonly self: string;
    /** The address to poll. */
    readonly execution: string;
    /** The issuer's page for the shopper, while it waits for a challenge. */
    readonly "3ds"?: string;
    /** The hosted payment page for the shopper. */
    readonly redirect?: string;
    /** Completes a wallet payment. */
    readonly confirm?: ConfirmLink;
    /** Gives up the page or challenge that the payment waits for, so that another method can pay at once. */
    readonly giveUp?: {
      /** Always `POST`. */
      readonly method?: string;
      /** Absolute address of the call. */
      readonly href: string;
    };
  };
  /** The same links where an older service puts them. */
  readonly response?: {
    /** As `links`. */
    readonly links?: {
      /** As in `links`. */
      readonly redirect?: string;
      /** As in `links`. */
      readonly confirm?: ConfirmLink;
    };
  };
}

/** Billing address of the shopper. `country.code` is ISO 3166-1 alpha-2. */
export interface BillingAddress {
  /** `code` is ISO 3166-1 alpha-2, `iso3` alpha-3; both names are for display. */
  readonly country?: {
    /** For display. */
    readonly name?: string;
    /** ISO 3166-1 alpha-2. */
    readonly code: string;
    /** The official name, for display. */
    readonly fullName?: string;
    /** ISO 3166-1 alpha-3. */
    readonly iso3?: string;
  };
  /** As the shopper typed it; missing for countries without postal codes. */
  readonly postalCode?: string;
}

export interface PaymentInstrumentData {
  readonly encryptedData?: string;
  readonly vaultProviderConfigId?: string;
  readonly billingAddress?: BillingAddress;
  /** The network the shopper chose for a co-badged card; left out when they chose none. */
  readonly preferredScheme?: string;
  readonly paymentToken?: string;
  readonly providerData?: { readonly riskSessionCorrelationId?: string };
}

/** One way the amount is paid. A new card has sealed data, a stored one its id. */
export interface CompositionItem {
  readonly paymentMethodCode: string;
  readonly integrationType: "api" | "hpp";
  readonly amount: Amount;
  readonly storeInstrument?: boolean;
  readonly paymentInstrumentId?: string;
  readonly installments?: { readonly count: number };
  readonly paymentInstrumentData?: PaymentInstrumentData;
  readonly enrollInstrumentToNetworkOffers?: boolean;
}

/** Addresses of the merchant's result pages, to which a redirect returns the shopper. */
export interface ReturnInfo {
  /** The payment is authorized. */
  success?: string;
  /** The shopper cancelled on the other page. */
  cancel?: string;
  /** The payment failed. */
  error?: string;
  /** The payment has no final state yet; call `client.resume()` there. */
  pending?: string;
}

export interface AuthorizeBody {
  readonly amount: Amount;
  readonly paymentComposition: readonly CompositionItem[];
  readonly returnInfo?: ReturnInfo;
  readonly meta?: { readonly risk?: { readonly sessionId: string }; readonly [key: string]: unknown };
}

/** The vault's answer about records collected beside a card. Has tokens only when the card was sealed with `tokens`. */
export interface SavedRecord {
  /** Vault table. */
  readonly table: string;
  /** The record's id in the vault, for `skyflowID`. */
  readonly id: string;
  /** Vault tokens by column. */
  readonly tokens?: Readonly<Record<string, string>>;
}

/** Body of the save-instrument call. `futureUsage` defaults to CardOnFile (S-VAULT-05). */
export interface SaveInstrumentBody {
  /** The merchant's own id of the shopper. */
  readonly holderReference: string;
  /** Only cards are stored this way; wallets store their account with a payment. */
  readonly paymentMethod: "card";
  /** True lists the card for later checkouts. With false, its id is good for the shopper's next payment only. */
  readonly storeInstrument: boolean;
  /**
   * `CardOnFile`: payments the shopper starts. `Subscription`: recurring charges. `UnscheduledCardOnFile`: charges the
   * merchant starts at no fixed time.
   */
  readonly futureUsage: "CardOnFile" | "Subscription" | "UnscheduledCardOnFile";
  /** `encryptedData` is a compact JWE that only the vault can decrypt. */
  readonly data: {
    /** A compact JWE that only the vault can decrypt. */
    readonly encryptedData: string;
    /** Id of the vault's configuration. */
    readonly vaultProviderConfigId: string;
    /** The network the shopper chose for a co-badged card. */
    readonly preferredScheme?: string;
  };
}

export interface Country {
  readonly code: string;
  readonly name: string;
  readonly iso3: string;
  readonly timezones: readonly string[];
  readonly showPostalCode: boolean;
  readonly postalCodeRegex?: string;
}
