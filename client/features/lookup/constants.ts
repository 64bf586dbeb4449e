/** Fixed texts and limits of the look-up. */
import { t } from "../../i18n/t.ts";
export const NOT_MADE = t(
  "We couldn't create the report. Try again. The same number won't use another check.",
);
export const NO_CONNECTION = t(
  "We couldn't reach our server. Your number is still here. Check your connection and try again.",
);
export const NO_PLAN = t(
  "Checks come with a plan, and we couldn't find one for this account. If you paid with another email, open the link in your receipt or recover your access.",
);
export const NO_NUMBER = t("Enter a phone number with its country, or starting with +.");
export const TOO_SHORT = t("That number is too short. Check for missing digits.");
