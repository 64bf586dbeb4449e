/**
 * The one door to the bank that moves money. A real acquirer's adapter implements this interface; the simulator is one.
 *
 * Contract: every call carries a key the service has committed before. A repeat of a key never moves money again and
 * answers the first outcome. A call that throws says nothing about the money: the service then asks with `find`, and
 * after a crash with `close`. Amounts are minor units. No call is made inside a transaction of the service.
 */

/** Why a payment was refused, in the words of the wire. */
export const DECLINE_RESULTS = [
  "Unknown",
  "UnexpectedProviderResponse",
  "ProviderUnknownError",
  "ProviderConnectionError",
  "Timeout",
  "ProviderTimeout",
  "GenericRejection",
  "DuplicateOperation",
  "OperationNotAllowed",
  "NetworkTransactionReferenceRejected",
  "PayerCanceled",
  "LimitExceeded",
  "InstrumentNotAllowed",
  "InvalidInstrument",
  "InsufficientBalance",
  "BlockedInstrument",
  "ExpiredInstrument",
  "ValidationError",
  "ParamsError",
  "ProviderConfigError",
  "InvalidSignature",
  "InternalServerError",
  "AuthenticationError",
  "PaymentMethodNotSupported",
  "PayerAuthenticationRequired",
  "PayerAuthenticationFailed",
  "FraudRisk",
] as const;
export type DeclineResult = (typeof DECLINE_RESULTS)[number];

/** What pays. The security code is passed on here and nowhere kept. */
export type PaymentMethod =
  | {
    readonly kind: "card";
    readonly number: string;
    readonly expiryMonth: string;
    readonly expiryYear: string;
    readonly securityCode?: string;
    /** Of a co-badged card, the network to go over. */
    readonly preferredScheme?: string;
  }
  | { readonly kind: "wallet"; readonly method: string; readonly token: string }
  | { readonly kind: "account"; readonly method: string }
  | { readonly kind: "hosted"; readonly method: string };

/** What the shopper did at the bank page, or that the page of the method was confirmed. */
export type Answer = "passed" | "failed" | "cancelled" | "confirmed";

export interface AuthorizeCall {
  readonly key: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** True captures with the approval. */
  readonly captures: boolean;
  /** The shopper is there (`customer`), or a stored instrument is charged without them. */
  readonly initiator: "customer" | "merchant";
  /** The issuer has to make sure of the shopper (3-D Secure) before it says anything about the card. */
  readonly mustAuthenticate?: boolean;
  readonly means: PaymentMethod;
}

/** Goes on with a call that asked the shopper for something. */
export interface ContinueCall {
  readonly key: string;
  readonly continues: string;
  readonly answer: Answer;
}

export interface OperationCall {
  readonly key: string;
  /** Key of the authorize call that holds the money. */
  readonly chargeKey: string;
  /** A cancel gives up all that is held and not captured. */
  readonly kind: "capture" | "refund" | "cancel";
  readonly amountMinor: number;
}

export type Outcome =
  | { readonly kind: "approved" }
  | { readonly kind: "declined"; readonly result: DeclineResult }
  /** The shopper has to do something first; a continue call follows. */
  | { readonly kind: "asks"; readonly action: "3ds" | "redirect" | "confirm" }
  /** The shopper has nothing to do; ask again with `find` after this time. */
  | { readonly kind: "pending"; readonly askAgainMs: number }
  /** The call never arrived and never will. */
  | { readonly kind: "closed" };

export interface Acquirer {
  authorize(call: AuthorizeCall): Promise<Outcome>;
  continue(call: ContinueCall): Promise<Outcome>;
  move(call: OperationCall): Promise<Outcome>;
  /** What became of the call with this key; undefined when it has not arrived. */
  find(key: string): Promise<Outcome | undefined>;
  /** Like find, but a key that has not arrived is closed, so that a call still on its way moves nothing. */
  close(key: string): Promise<Outcome>;
}
