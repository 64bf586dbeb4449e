/** Messages between the SDK and the payments service about one execution. */

/**
 * An amount on the wire: decimal text in major units ("19.99") and an ISO 4217 code. Services calculate in minor units.
 */
export interface Amount {
  readonly value: string;
  readonly currency: string;
}

export type StatusCode =
  | "authorizeRequested"
  | "confirmRequested"
  | "authorizePending"
  | "authorizeSuccessful"
  | "authorizeFailed";

/** One entry of an execution's history. `time` is ISO 8601 with milliseconds; no two entries share one. */
export interface ExecutionStatus {
  readonly code: StatusCode | (string & Record<never, never>);
  readonly time: string;
  readonly errors?: readonly { readonly reason: { readonly result: string } }[];
}

export interface ConfirmLink {
  readonly href: string;
  readonly action?: { readonly parameters?: { readonly orderId?: string; readonly tokenId?: string } };
}

/** Answer of authorize, of the execution link and of confirm. */
export interface ExecutionResponse {
  readonly id: string;
  readonly status: readonly ExecutionStatus[];
  readonly actionRequired?: "3ds" | (string & Record<never, never>);
  readonly amount?: Amount;
  /** Present when the payment used or stored an instrument that can pay again. */
  readonly paymentInstrumentId?: string;
  /** The network the shopper chose for a co-badged card, now or when the card was stored. */
  readonly preferredScheme?: string;
  /** How the newest attempt ended, once it has. */
  readonly finalState?: Pick<ExecutionStatus, "code" | "errors">;
  readonly links: {
    readonly self: string;
    readonly execution: string;
    readonly "3ds"?: string;
    readonly redirect?: string;
    readonly confirm?: ConfirmLink;
  };
  readonly response?: { readonly links?: { readonly redirect?: string; readonly confirm?: ConfirmLink } };
}

/** Billing address of the shopper. `country.code` is ISO 3166-1 alpha-2. */
export interface BillingAddress {
  readonly country?: {
    readonly name?: string;
    readonly code: string;
    readonly fullName?: string;
    readonly iso3?: string;
  };
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
  readonly success?: string;
  readonly cancel?: string;
  readonly error?: string;
  readonly pending?: string;
}

export interface AuthorizeBody {
  readonly amount: Amount;
  readonly paymentComposition: readonly CompositionItem[];
  readonly returnInfo?: ReturnInfo;
  readonly meta?: { readonly risk?: { readonly sessionId: string }; readonly [key: string]: unknown };
}

/** The vault's answer about records collected beside a card. Has tokens only when the card was sealed with `tokens`. */
export interface SavedRecord {
  readonly table: string;
  readonly id: string;
  readonly tokens?: Readonly<Record<string, string>>;
}

/** Body of the save-instrument call. `futureUsage` defaults to CardOnFile (S-VAULT-05). */
export interface SaveInstrumentBody {
  readonly holderReference: string;
  readonly paymentMethod: "card";
  readonly storeInstrument: boolean;
  readonly futureUsage: "CardOnFile" | "Subscription" | "UnscheduledCardOnFile";
  readonly data: {
    readonly encryptedData: string;
    readonly vaultProviderConfigId: string;
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
