/** Tells answers that are the end of a call from those after which its work may still be done. */
import { readFailure, textField } from "./failure.ts";

/** Codes of an answer by a server that cannot tell how far the call came. */
const UNCLEAR: readonly string[] = ["", "internal", "service_answer", "service_down", "server_down", "storage_down"];

/**
 * Codes of answers about a payment that may still succeed, or that may have been taken: only the same call may be
 * repeated, since another one could charge twice.
 */
const UNDECIDED: readonly string[] = [
  "in_flight",
  "needs_approval",
  "payment_mismatch",
  "payment_not_captured",
  "payment_pending",
  "payment_unavailable",
];

/** True for an answer that does not yet say how the payment ends. */
export function isUndecided(body: unknown): boolean {
  return UNDECIDED.includes(textField(body, "code"));
}

/** False only when the server certainly refused. */
export function isUnknownEnd(reason: unknown): boolean {
  const failure = readFailure(reason);
  return failure.kind === "unanswered" || (failure.status >= 500 && UNCLEAR.includes(textField(failure.body, "code")));
}
