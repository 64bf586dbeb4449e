/**
 * What follows a declined renewal, by the reason of the decline. This table is the only place that decides; the
 * sentences of the emails are in `emails/decline_emails.ts`.
 *
 * Facts behind it: Visa allows at most 15 attempts for one payment in 30 days and none after a decline of category 1,
 * "issuer will never approve" (codes 04, 07, 12, 15, 41, 43, 46, 57, R0, R1, R3; Visa Core Rules 7.3.6). Category 2 is
 * "cannot approve at this time", 3 "data quality", 4 all other codes. 14, an invalid number, was in category 1 and is
 * in category 3 of newer lists; this table never retries it. Mastercard charges for more than 10 attempts in 24 hours
 * or 35 in 30 days, and for a retry within 30 days of the advice 03 or 21, "do not try again" (Transaction Processing
 * Excellence). This service stays far below: `MAX_ATTEMPTS`.
 */
import type { DeclineResult } from "../../../../../sdk/wire/declines.ts";

/** Attempts at one period, the first included. */
export const MAX_ATTEMPTS = 8;

/** Times of retries, counted from the first decline of the period that follows this schedule. */
export type RetrySchedule =
  | { readonly kind: "days"; readonly after: readonly number[] }
  | { readonly kind: "hours"; readonly after: readonly number[] }
  /** On pay days at noon UTC: days of the month, and a day of the week (0 is Sunday). Then once at the end. */
  | { readonly kind: "pay_days"; readonly monthDays: readonly number[]; readonly weekDay: number };

export type DunningAction =
  /** The service charges the card again. */
  | { readonly kind: "retry"; readonly at: RetrySchedule; readonly quietAttempts?: number }
  /** Never again with this card: the member is asked for another one. */
  | { readonly kind: "new_card" }
  /** The issuer wants the member's approval: they are asked to pay while they are present. */
  | { readonly kind: "approve" };

export interface DunningRule {
  readonly results: readonly DeclineResult[];
  readonly action: DunningAction;
  /** Why: the network's rule, or our choice. */
  readonly source: string;
}

/** As networks and issuers see it: a technical fault is usually over within hours. */
const SOON: RetrySchedule = { kind: "hours", after: [1, 4, 10, 22, 46, 94] };
const SLOWLY: RetrySchedule = { kind: "days", after: [1, 3, 5] };
/** Salaries arrive on the 1st or 15th in the US (semimonthly), and weekly or every two weeks on Fridays (BLS, 2023). */
const PAY_DAYS: RetrySchedule = { kind: "pay_days", monthDays: [1, 15], weekDay: 5 };

export const DUNNING_RULES = {
  stolen: {
    results: ["BlockedInstrument"],
    action: { kind: "new_card" },
    source: "Visa category 1 (04, 07, 41, 43): lost, stolen or blocked; Mastercard advice 03",
  },
  closed: {
    results: ["InvalidInstrument"],
    action: { kind: "new_card" },
    source:
      "Visa category 1 (15, 46), account closed, and 14, no such card, category 3 in newer lists; Mastercard advice 03",
  },
  fraud: {
    results: ["FraudRisk"],
    action: { kind: "new_card" },
    source: "Visa 59 and 83, suspected fraud: our choice is not to insist, since a retry that succeeds is disputed",
  },
  not_allowed: {
    results: [
      "InstrumentNotAllowed",
      "PaymentMethodNotSupported",
      "PayerCanceled",
      "NetworkTransactionReferenceRejected",
    ],
    action: { kind: "new_card" },
    source:
      "Visa category 1 (57, R0, R1, R3): not permitted, or the cardholder stopped the series; Mastercard advice 21",
  },
  expired: {
    results: ["ExpiredInstrument"],
    action: { kind: "new_card" },
    source: "Visa 54, Mastercard advice 01, new account information: the card updater or the member has it, no retry",
  },
  authentication: {
    results: ["PayerAuthenticationRequired", "PayerAuthenticationFailed"],
    action: { kind: "approve" },
    source: "Soft decline, Visa 1A, Mastercard 65, under PSD2 RTS article 97: only the cardholder can authenticate",
  },
  no_funds: {
    results: ["InsufficientBalance"],
    action: { kind: "retry", at: PAY_DAYS },
    source: "Visa 51, category 2: at most 15 in 30 days; our choice is pay days, since the balance changes then",
  },
  limit: {
    results: ["LimitExceeded"],
    action: { kind: "retry", at: SLOWLY },
    source: "Visa 61 and 65, category 2, Mastercard 61: limits renew by the day or the week",
  },
  bank_down: {
    results: [
      "ProviderUnknownError",
      "ProviderConnectionError",
      "Timeout",
      "ProviderTimeout",
      "InternalServerError",
      "UnexpectedProviderResponse",
    ],
    action: { kind: "retry", at: SOON, quietAttempts: 3 },
    source: "Visa 91 and 96, category 2: the issuer or a switch is unavailable; backs off, and the member cannot help",
  },
  our_fault: {
    results: [
      "ProviderConfigError",
      "InvalidSignature",
      "ValidationError",
      "ParamsError",
      "AuthenticationError",
      "DuplicateOperation",
      "OperationNotAllowed",
    ],
    action: { kind: "retry", at: SOON, quietAttempts: 3 },
    source: "Visa category 3, data quality: the operator fixes it, and the log has an error each time",
  },
  unknown: {
    results: ["Unknown", "GenericRejection"],
    action: { kind: "retry", at: SLOWLY },
    source: "Visa 05, do not honor, category 4, generic: at most 15 in 30 days; our choice is three in five days",
  },
} as const satisfies Readonly<Record<string, DunningRule>>;

export type DunningReason = keyof typeof DUNNING_RULES;

const REASONS: ReadonlyMap<string, DunningReason> = new Map(
  Object.entries(DUNNING_RULES).flatMap(([reason, { results }]) =>
    results.map((result) => [result, reason as DunningReason] as const)
  ),
);

/** The rule's name for a result of the wire; `unknown` for one that this version does not know. */
export function dunningReasonOf(result: string): DunningReason {
  return REASONS.get(result) ?? "unknown";
}
