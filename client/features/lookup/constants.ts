/** Fixed texts and limits of the look-up. */
import { t } from "../../i18n/t.ts";
export const NOT_MADE = t(
  "The report could not be made just now. Please try again: the same number costs no second look-up.",
);
export const NO_CONNECTION = t(
  "We could not reach our server. Your number is kept: check your connection and try again.",
);
export const NO_PLAN = t(
  "Look-ups belong to a plan, and we found none for this account. If you paid with another address, open the link in your receipt or recover your access.",
);
export const NO_NUMBER = t("Enter a phone number first, with its country or a plus sign.");
export const TOO_SHORT = t("This is too short for a phone number. Check that all digits are there.");
