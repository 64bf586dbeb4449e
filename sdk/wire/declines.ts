/**
 * Decline results of the wire by reason, and what the shopper can do about each reason. The words for shoppers are in
 * `sdk/payment/after_authorize/decline_texts.ts`.
 */

/** The 27 results by reason. All results of a reason have the same words. */
export const RESULTS_BY_REASON = {
  insufficient_funds: ["InsufficientBalance"],
  limit_reached: ["LimitExceeded"],
  expired: ["ExpiredInstrument"],
  unknown_card: ["InvalidInstrument"],
  card_not_allowed: ["BlockedInstrument", "InstrumentNotAllowed", "PaymentMethodNotSupported"],
  not_authenticated: ["PayerAuthenticationRequired", "PayerAuthenticationFailed"],
  cancelled: ["PayerCanceled"],
  /** The bank did not answer, or was not asked: another try may succeed. */
  not_processed: [
    "UnexpectedProviderResponse",
    "ProviderUnknownError",
    "ProviderConnectionError",
    "Timeout",
    "ProviderTimeout",
    "DuplicateOperation",
    "OperationNotAllowed",
    "NetworkTransactionReferenceRejected",
    "ValidationError",
    "ParamsError",
    "ProviderConfigError",
    "InvalidSignature",
    "InternalServerError",
    "AuthenticationError",
  ],
  /** A suspicion of fraud is not named to the shopper. */
  no_reason: ["Unknown", "GenericRejection", "FraudRisk"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Why a payment was declined, by what the shopper can do about it. */
export type DeclineReason = keyof typeof RESULTS_BY_REASON;
/** The issuer's result names, as in a status entry's `errors[0].reason.result`. */
export type DeclineResult = (typeof RESULTS_BY_REASON)[DeclineReason][number];

/** What the shopper can do after a decline. */
export type NextStep =
  | "use_another_card"
  | "check_card"
  | "call_bank"
  | "try_again"
  /** In a minute, since the bank was not asked or did not answer. */
  | "try_later";

export const NEXT_STEPS: Readonly<Record<DeclineReason, NextStep>> = {
  insufficient_funds: "use_another_card",
  limit_reached: "call_bank",
  expired: "check_card",
  unknown_card: "check_card",
  card_not_allowed: "call_bank",
  not_authenticated: "try_again",
  cancelled: "try_again",
  not_processed: "try_later",
  no_reason: "call_bank",
};

const REASONS: ReadonlyMap<string, DeclineReason> = new Map(
  Object.entries(RESULTS_BY_REASON).flatMap(([reason, results]) =>
    results.map((result) => [result, reason as DeclineReason])
  ),
);

/** Undefined for a result this version does not know. */
export function declineReasonOf(result: string): DeclineReason | undefined {
  return REASONS.get(result);
}
