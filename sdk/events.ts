/** Callbacks of a payment and of the card form, with the payload of each. */
import type { Open } from "./wire/published/open_types.ts";
import type { DeclineReason, DeclineResult, NextStep } from "./wire/declines.ts";
import type { Amount, BillingAddress, ExecutionResponse, ServerError } from "./wire/payments.ts";
import type { ElementType } from "./wire/frames.ts";
import type { StoredInstrument } from "./wire/instruments.ts";
import type { NetworkId } from "./card/brands.ts";

/**
 * `TOKENIZE`: a button of Google Pay or Apple Pay stores the wallet without paying, as it does in sessions of the type
 * `tokenization`. The older callbacks, such as `onAuthorizeSuccess`, are not called for it. Everything else is
 * `AUTHORIZE`.
 */
export type PaymentAction = "AUTHORIZE" | "TOKENIZE";

/**
 * Why a payment failed. `VALIDATION_FAILED`: a merchant callback stopped it, or the provider found the card or the
 * request not valid. `AUTHORIZATION_ERROR`: the issuer declined, or the provider takes no further attempt.
 * `AUTHENTICATION_ERROR`: the session has expired, the page has no card form, or the provider refused without a reason
 * that the SDK knows. `USER_CANCELLED`: the shopper closed the wallet's sheet. `UNKNOWN_ERROR`: something in the page
 * failed before the payment was sent, such as the card frame or a wallet.
 */
export type FailureCode =
  | "VALIDATION_FAILED"
  | "AUTHORIZATION_ERROR"
  | "AUTHENTICATION_ERROR"
  | "UNKNOWN_ERROR"
  | "USER_CANCELLED";

/** Payload of `onSuccess`. */
export interface SuccessEvent {
  /** The id under which the merchant's back end and its webhooks know this payment. */
  readonly executionId: string;
  /** A value of `PAYMENT_METHOD_CODES`, or the code of another hosted payment page. */
  readonly paymentMethodCode: string;
  /** Id of the instrument that was stored by this payment or paid it. */
  readonly paymentInstrumentId?: string;
  /** The amount the service reports for the execution; missing when its answer has none. */
  readonly amount?: Amount;
  /** The execution as the last poll read it; that of the session when the action is `TOKENIZE`. */
  readonly execution: ExecutionResponse;
  /** The instrument that was stored; missing when the action is `AUTHORIZE`. */
  readonly data?: StoredInstrument;
}

/**
 * Payload of `onPending`. The payment may still succeed or fail; the merchant's back end learns the result by webhook.
 */
export interface PendingEvent extends Omit<SuccessEvent, "execution" | "data"> {
  /** The execution as last read; missing when the provider could not be reached. */
  readonly execution?: ExecutionResponse;
  /**
   * `processing`: the provider has not decided yet. `unconfirmed`: the payment was sent and its result is unknown; call
   * `client.resume()` later. `challenge_closed`: the shopper closed the 3-D Secure challenge. `page_closed`: the
   * shopper left a hosted page, PayPal or Lean's dialog and may still pay there. The last two may come from an earlier
   * attempt of this execution, which has to end first.
   */
  readonly reason: "processing" | "unconfirmed" | "challenge_closed" | "page_closed";
  /** Why the result is unknown, with its own `code` and `docUrl`. */
  readonly error?: Error;
}

/** What a decline means for the shopper. */
export interface Decline {
  /**
   * Results that the shopper can answer in the same way have the same reason. `no_reason`: also for unknown results.
   */
  readonly reason: DeclineReason;
  /** What the shopper can do next. */
  readonly nextStep: NextStep;
  /**
   * Why, that nothing was charged, and what to do next, in the client's language: `Your bank says this card has
   * expired. You haven't been charged. Check the card details or try another card.`
   */
  readonly text: string;
  /** The part of `text` before the next step: why, and that nothing was charged. */
  readonly why: string;
}

/** Payload of `onFailed`. The shopper can try again. */
export interface FailedEvent {
  /** The kind of failure; compare it with `AuthorizationFailureReasons`. */
  readonly code: FailureCode;
  /** The issuer's result name, the provider's error code, or a sentence. */
  readonly message: string;
  /** The issuer's result name, such as `InsufficientBalance`; missing when the issuer gave none or was not asked. */
  readonly result?: DeclineResult | (string & Record<never, never>);
  /** The reason of a decline and the next step, with a text to show. Missing when the issuer was not asked. */
  readonly decline?: Decline;
  /** What the payments service answered when it refused the payment. */
  readonly serverError?: ServerError;
  /** The same for every attempt of this session; a failed attempt does not end the execution. */
  readonly executionId?: string;
  /** The execution as last read; missing when the attempt ended before the first poll. */
  readonly execution?: ExecutionResponse;
  /** The cause, with `code` and `docUrl`, where there is one. */
  readonly error?: Error;
}

/** The payload of `onButtonClicked`. */
export interface CardBin {
  /** First digits of the card number: 8, or 6 of American Express and Diners Club. Empty for a stored card without them. */
  readonly bin: string;
}

/** Answer of a callback that can stop the payment. It continues on exactly `true`; any other value stops it. */
export type Gate = boolean | Promise<boolean>;

/** Payload of `onValidate`. */
export interface ValidationEvent {
  /** True when the payment can continue: every field and, where shown, the billing address is valid. */
  readonly isValid: boolean;
  /** Always undefined. Kept for pages written for 5.x; read `fieldErrors` instead. */
  readonly error?: undefined;
  /** The first error text of each kind of field, as the form shows it. Empty when every field is valid. */
  readonly fieldErrors: Readonly<Partial<Record<"cardNumber" | "expiry" | "cvv" | "holderName", string>>>;
}

/**
 * Callbacks of one payment. Where a current and a deprecated name exist, the SDK calls both, each once. Exceptions in
 * callbacks other than the two that can stop a payment are reported to the page and change nothing.
 */
export interface PaymentEvents {
  /** Called on a click, after validation and before anything is sent. Return `true` to continue. */
  onButtonClicked?: (action: PaymentAction, event: CardBin) => Gate;
  /** Called right before the payment is sent. Return `true` to continue. */
  onRequestStart?: (action: PaymentAction) => Gate;
  /**
   * The payment is authorized. This or `onPending` or `onFailed` ends each attempt, exactly once. After a closed page
   * or challenge, the drop-in lets the shopper continue the attempt or give it up, and reports that outcome, too.
   */
  onSuccess?: (action: PaymentAction, event: Open<SuccessEvent>) => unknown;
  /** The result is not known yet. Don't offer to pay again: the shopper may be charged. */
  onPending?: (action: PaymentAction, event: Open<PendingEvent>) => unknown;
  /** The payment failed or was declined. The shopper can try again. */
  onFailed?: (action: PaymentAction, event: Open<FailedEvent>) => unknown;
  /** The issuer asks for a 3-D Secure challenge; called before it opens. */
  onThreeDSecureChallenge?: () => unknown;
  /** The session has expired and `onSessionExpired` of the client is asked for a new one. */
  onPaymentSessionExpired?: () => unknown;
  /** The button became enabled or disabled. Called on changes only. */
  onStateChanged?: (state: "enabled" | "disabled") => unknown;
  /** The button validated the form. */
  onValidate?: (event: ValidationEvent) => unknown;
  /**
   * The 5.x name of `onButtonClicked`, without the action.
   *
   * @deprecated use onButtonClicked
   */
  onPaymentButtonClicked?: (event: CardBin) => Gate;
  /**
   * The 5.x name of `onRequestStart`, without the action.
   *
   * @deprecated use onRequestStart
   */
  onAuthorizeRequestStart?: () => Gate;
  /**
   * The 5.x name of `onSuccess`, without the action.
   *
   * @deprecated use onSuccess
   */
  onAuthorizeSuccess?: (event: Open<SuccessEvent>) => unknown;
  /**
   * The 5.x name of `onPending`, without the action.
   *
   * @deprecated use onPending
   */
  onAuthorizePending?: (event: Open<PendingEvent>) => unknown;
  /**
   * The 5.x name of `onFailed`, without the action.
   *
   * @deprecated use onFailed
   */
  onAuthorizeFailed?: (event: Open<FailedEvent>) => unknown;
}

/** A network by the name that events use. `diners_club` and `elo` are names of 5.x: this SDK says `diners`. */
export type CardNetwork = NetworkId | "diners_club" | "elo";

/** Payload of `onChange` of the card form. */
export interface CardFormChange {
  /** True when every field and, where shown, the billing address is valid. */
  readonly isValid: boolean;
  /** Network of the number as typed so far; empty when it is not known yet. */
  readonly cardNetwork: CardNetwork | "";
  /** First digits of the number: 8 at most, 6 of American Express and Diners Club. */
  readonly bin: string;
  /** The address entered so far; missing where the form shows no address fields. */
  readonly billingAddress?: BillingAddress;
  /** Networks the card can be paid over. Present only for a co-badged card. */
  readonly cardSchemes?: readonly CardScheme[];
}

/** One network of a co-badged card. */
export interface CardScheme {
  /** Code sent as `preferredScheme`. */
  readonly code: string;
  /** The network's name for display, such as `Cartes Bancaires`. */
  readonly name: string;
  /** True for the network the shopper chose. The SDK preselects none. */
  readonly selected: boolean;
}

/**
 * State of one field as the page may know it. `value` holds the first digits of a card number and is empty for every
 * other field.
 */
export interface FieldChange {
  /** The field that changed; compare it with `ElementType`. */
  readonly elementType: ElementType;
  /** Equals `elementType`: fields of the card form have no names of their own. */
  readonly name: string;
  /** True while nothing is typed. */
  readonly isEmpty: boolean;
  /** True when the field is filled and valid. */
  readonly isComplete: boolean;
  /** True when the value passes every check, such as the check digit or the expiry date. */
  readonly isValid: boolean;
  /** True while the shopper is in the field. */
  readonly isFocused: boolean;
  /** Always true in the card form. */
  readonly isRequired: boolean;
  /** The first digits of a card number: 8 at most, 6 of American Express and Diners Club. Empty for every other field. */
  readonly value: string;
}

/** Callbacks of the card form. */
export interface CardFormEvents {
  /** The fields have loaded and accept input. */
  onReady?: () => unknown;
  /** Any field, the address or the chosen network changed. */
  onChange?: (event: CardFormChange) => unknown;
  /** One field changed. */
  onFieldChange?: (event: FieldChange) => unknown;
  /** The shopper entered a field. */
  onFocus?: (event: FieldChange) => unknown;
  /** The shopper left a field. */
  onBlur?: (event: FieldChange) => unknown;
  /** The shopper changed the checkbox that stores the card. */
  onSaveInstrumentCheckboxChanged?: (event: { readonly checked: boolean }) => unknown;
  /** The shopper chose a network of a co-badged card. */
  onPreferredSchemeChanged?: (
    event: { readonly preferredScheme: string; readonly cardSchemes: readonly CardScheme[] },
  ) => unknown;
  /** The country or postal code changed. `billingAddress` is undefined where no address fields are shown. */
  onBillingAddressChanged?: (
    event: { readonly isValid: boolean; readonly billingAddress: BillingAddress | undefined },
  ) => unknown;
  /** The card frame did not load. The form shows a retry button in its place. */
  onError?: (error: Error) => unknown;
}
