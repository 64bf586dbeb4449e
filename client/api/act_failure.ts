/** Failures of calls that change something: a lost answer is told apart from a refusal, since the act may be done. */
import { t } from "../i18n/t.ts";
import { errorString, readFailure, textField } from "./failure.ts";

/** Codes of an answer by a server that cannot tell how far the call came. */
const UNCLEAR: readonly string[] = ["", "internal", "service_answer", "service_down", "server_down", "storage_down"];

/** The next load shows whether it worked. */
export const UNKNOWN_END = t(
  "We didn't get an answer, so we don't know whether it worked. Reload the page to check before you try again.",
);

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

export interface ActTexts {
  /** Default: {@link UNKNOWN_END}. */
  readonly unknown?: string | undefined;
  readonly refused: string;
}

/** The one sentence to show for a failed act: of a refusal the server's own if it sent one. */
export function actSentence(reason: unknown, { unknown = UNKNOWN_END, refused }: ActTexts): string {
  if (isUnknownEnd(reason)) return unknown;
  const failure = readFailure(reason);
  return (failure.kind === "answered" && errorString(failure.body)) || refused;
}
