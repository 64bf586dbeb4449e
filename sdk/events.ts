/** What merchants are told, and asked, while a payment runs: callback names and what each carries. */
import type { Amount, BillingAddress, ExecutionResponse } from "./wire/payments.ts";
import type { ElementType } from "./wire/frames.ts";
import type { NetworkId } from "./card/brands.ts";

/** TOKENIZE only where a wallet is set up to store without paying. */
export type PaymentAction = "AUTHORIZE" | "TOKENIZE";

export type FailureCode =
  | "VALIDATION_FAILED"
  | "AUTHORIZATION_ERROR"
  | "AUTHENTICATION_ERROR"
  | "UNKNOWN_ERROR"
  | "USER_CANCELLED";

export interface SuccessEvent {
  readonly executionId: string;
  readonly paymentMethodCode: string;
  /** Present when the instrument was stored or was a stored one. */
  readonly paymentInstrumentId?: string;
  readonly amount?: Amount;
  readonly execution: ExecutionResponse;
}

export interface PendingEvent extends Omit<SuccessEvent, "execution"> {
  /** Missing when the provider could not be asked. */
  readonly execution?: ExecutionResponse;
  /**
   * `processing`: the provider says so. `unconfirmed`: the payment was sent and its end is not known; `client.resume()`
   * asks again. `challenge_closed`: the shopper closed the bank's check before it ended. `page_closed`: the shopper
   * closed the payment page before it ended; who has its address or its code may still pay there.
   */
  readonly reason: "processing" | "unconfirmed" | "challenge_closed" | "page_closed";
  /** Why the end is not known, with its own code and docUrl. */
  readonly error?: Error;
}

export interface FailedEvent {
  readonly code: FailureCode;
  /** For people: the bank's result name, the provider's word for a conflict, or one sentence. */
  readonly message: string;
  readonly executionId?: string;
  readonly execution?: ExecutionResponse;
  /** What went wrong inside, with its own code and docUrl. */
  readonly error?: Error;
}

export interface CardBin {
  /** First 8 digits at most, Amex 6; empty for a stored card without one. */
  readonly bin: string;
}

/** Only a value of exactly `true` lets the payment go on. */
export type Gate = boolean | Promise<boolean>;

export interface ValidationEvent {
  readonly isValid: boolean;
  /** Of pages written for 5.x: never set, since `fieldErrors` says what is wrong. */
  readonly error?: undefined;
  readonly fieldErrors: Readonly<Partial<Record<"cardNumber" | "expiry" | "cvv" | "holderName", string>>>;
}

/** Where a new and an old name exist, both are called, each once. */
export interface PaymentEvents {
  readonly onButtonClicked?: (action: PaymentAction, event: CardBin) => Gate;
  readonly onRequestStart?: (action: PaymentAction) => Gate;
  readonly onSuccess?: (action: PaymentAction, event: SuccessEvent) => unknown;
  readonly onPending?: (action: PaymentAction, event: PendingEvent) => unknown;
  readonly onFailed?: (action: PaymentAction, event: FailedEvent) => unknown;
  readonly onThreeDSecureChallenge?: () => unknown;
  readonly onPaymentSessionExpired?: () => unknown;
  readonly onStateChanged?: (state: "enabled" | "disabled") => unknown;
  readonly onValidate?: (event: ValidationEvent) => unknown;
  /** @deprecated use onButtonClicked */
  readonly onPaymentButtonClicked?: (event: CardBin) => Gate;
  /** @deprecated use onRequestStart */
  readonly onAuthorizeRequestStart?: () => Gate;
  /** @deprecated use onSuccess */
  readonly onAuthorizeSuccess?: (event: SuccessEvent) => unknown;
  /** @deprecated use onPending */
  readonly onAuthorizePending?: (event: PendingEvent) => unknown;
  /** @deprecated use onFailed */
  readonly onAuthorizeFailed?: (event: FailedEvent) => unknown;
}

/** Payload of the card form's onChange. */
export interface CardFormChange {
  readonly isValid: boolean;
  readonly cardNetwork: NetworkId | "";
  readonly bin: string;
  readonly billingAddress?: BillingAddress;
  /** Only of a co-badged card. */
  readonly cardSchemes?: readonly CardScheme[];
}

/** A network of a co-badged card. */
export interface CardScheme {
  /** What is sent as `preferredScheme`. */
  readonly code: string;
  readonly name: string;
  /** The shopper's own choice; none is selected before. */
  readonly selected: boolean;
}

/** State of one field as the page may know it; `value` is the BIN for the card number and empty for all others. */
export interface FieldChange {
  readonly elementType: ElementType;
  readonly name: string;
  readonly isEmpty: boolean;
  readonly isComplete: boolean;
  readonly isValid: boolean;
  readonly isFocused: boolean;
  readonly isRequired: boolean;
  readonly value: string;
}

export interface CardFormEvents {
  readonly onReady?: () => unknown;
  readonly onChange?: (event: CardFormChange) => unknown;
  readonly onFieldChange?: (event: FieldChange) => unknown;
  readonly onFocus?: (event: FieldChange) => unknown;
  readonly onBlur?: (event: FieldChange) => unknown;
  readonly onSaveInstrumentCheckboxChanged?: (event: { readonly checked: boolean }) => unknown;
  /** The shopper chose which network of a co-badged card to pay over. */
  readonly onPreferredSchemeChanged?: (
    event: { readonly preferredScheme: string; readonly cardSchemes: readonly CardScheme[] },
  ) => unknown;
  readonly onBillingAddressChanged?: (
    event: { readonly isValid: boolean; readonly billingAddress: BillingAddress | undefined },
  ) => unknown;
  /** The frame could not be loaded; a retry button stands in its place. */
  readonly onError?: (error: Error) => unknown;
}
