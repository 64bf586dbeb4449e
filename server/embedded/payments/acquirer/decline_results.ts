/** The names of decline results on the wire, and which of them say nothing about the card. */

import type { DeclineResult } from "../../../../sdk/wire/declines.ts";

export type { DeclineResult };

/** The test amounts follow this order. */
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
] as const satisfies readonly DeclineResult[];

/**
 * Results that blame the acquirer or the issuer and say nothing about the card, so they do not count against it
 * (SECURITY SU6). `UnexpectedProviderResponse` and `Unknown` count: an acquirer's code without a name of its own may be
 * the issuer's answer about the card, and a card tester must not get guesses for free.
 */
const PROVIDER_FAILURES: readonly DeclineResult[] = [
  "ProviderUnknownError",
  "ProviderConnectionError",
  "ProviderTimeout",
  "Timeout",
  "ProviderConfigError",
  "InternalServerError",
];

/** True for a result that blames the provider. */
export function isProviderFailure(result: string | undefined): boolean {
  return PROVIDER_FAILURES.some((failure) => failure === result);
}
