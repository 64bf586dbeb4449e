/** What the SDK and the payments service say to each other about one execution (spec S 3 and 7). */

/** A sum as it travels: decimal text in major units ("19.99") and an ISO 4217 code. Inside services money is minor units. */
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

/** One entry of an execution's history. `time` is ISO 8601 with milliseconds; two entries never share one. */
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
  /** Present once the payment used or stored an instrument the shopper can pay with again. */
  readonly paymentInstrumentId?: string;
  /** Of a co-badged card, the network the shopper chose, now or when the card was stored. */
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
  /** Of a co-badged card, the network the shopper chose; left out when none was chosen. */
  readonly preferredScheme?: string;
  readonly paymentToken?: string;
  readonly providerData?: { readonly riskSessionCorrelationId?: string };
}

/** One way the sum is paid. A new card carries sealed data, a stored one its id. */
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

/** What the vault answers of what was collected beside a card. Tokens only when `tokens` was sealed with it. */
export interface SavedRecord {
  readonly table: string;
  readonly id: string;
  readonly tokens?: Readonly<Record<string, string>>;
}

/** Body of the save-instrument call; `futureUsage` defaults to CardOnFile (spec S 9). */
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
