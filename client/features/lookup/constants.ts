/** Fixed texts and limits of the look-up. */
import { readFailure, textField } from "../../api/failure.ts";
import { t } from "../../i18n/t.ts";
export const NOT_MADE = t(
  "We couldn't create the report. Try again. Trying the same number won't use another check.",
);
export const NO_CONNECTION = t(
  "We couldn't reach our server. Your number is still here. Check your connection and try again.",
);
export const NO_PLAN = t(
  "Checks come with a plan, and we couldn't find one for this account. If you paid with another email, open the link in your receipt or recover your access.",
);
export const NO_NUMBER = t("Select the number's country, or start the number with +.");
export const TOO_SHORT = t("That number is too short. Check for missing digits.");

/** Codes of a 402 that a pack of checks solves. A paused or ended plan needs the plan itself. */
const PACKS_HELP: readonly string[] = ["lookups_used", "lookups_none_in_packs", "list_no_lookups"];
const NOT_PAID_FOR = 402;

/** True when the plan that was asked does not pay for the check. */
export function isUnpaid(reason: unknown): boolean {
  const failure = readFailure(reason);
  return failure.kind === "answered" && failure.status === NOT_PAID_FOR;
}

/** True when a pack of checks would have let the check through. */
export function needsCredits(reason: unknown): boolean {
  const failure = readFailure(reason);
  return isUnpaid(reason) && failure.kind === "answered" && PACKS_HELP.includes(textField(failure.body, "code"));
}
