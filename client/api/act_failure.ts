/** Failures of calls that change something: a lost answer is told apart from a refusal, since the act may be done. */
import { t } from "../i18n/t.ts";
import { errorString, readFailure } from "./failure.ts";
import { isUnknownEnd } from "./open_end.ts";
import { reportUnexpected } from "../lib/unexpected.ts";

/** The next load shows whether it worked. */
export const UNKNOWN_END = t(
  "We didn't get an answer, so we don't know whether it worked. Reload the page to check before you try again.",
);

export interface ActTexts {
  /** Default: {@link UNKNOWN_END}. */
  readonly unknown?: string | undefined;
  readonly refused: string;
}

/** The one sentence to show for a failed act: of a refusal the server's own if it sent one. */
export function actSentence(reason: unknown, { unknown = UNKNOWN_END, refused }: ActTexts): string {
  reportUnexpected(reason);
  if (isUnknownEnd(reason)) return unknown;
  const failure = readFailure(reason);
  return (failure.kind === "answered" && errorString(failure.body)) || refused;
}
