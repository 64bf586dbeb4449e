/** Groups the provider's decline results by what the shopper can do about them; each group has one text a place. */

/** Group -> the provider's results that belong to it; each result stands in one group. */
export const RESULTS_BY_GROUP = {
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
export type DeclineGroup = keyof typeof RESULTS_BY_GROUP;

const GROUPS: ReadonlyMap<string, DeclineGroup> = new Map(
  Object.entries(RESULTS_BY_GROUP).flatMap(([group, results]) =>
    results.map((result) => [result, group as DeclineGroup])
  ),
);

/** Undefined for a result this version does not know. */
export function declineGroupOf(result: string): DeclineGroup | undefined {
  return GROUPS.get(result);
}
