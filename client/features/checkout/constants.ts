/** Numbers and fixed words of the checkout. */
import { t } from "../../i18n/t.ts";

/** Wait before leaving for the offers while the ad tracker is on (spec W 4 and 9). */
export const AD_TRACKER_WAIT_MS = 1_500;

/**
 * Waits between attempts of the create call when no answer came. The bank has approved by then, the server answers the
 * same execution with the same subscription, so asking again is free of risk; paying again is not.
 */
export const CREATE_RETRY_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/** Apple closes a sheet that has waited for half a minute. */
export const APPLE_RETRY_MS: readonly number[] = [1_000, 2_000, 4_000];
/** Spelled as Apple spells them (spec W 9). */
export const APPLE_NETWORKS: readonly string[] = ["visa", "masterCard", "amex", "discover"];

/** Fallback texts named by spec W 8, letter by letter. */
export const GENERIC_ERROR = t("An error occurred");
export const SOMETHING_WENT_WRONG = t("Something went wrong");
export const CANNOT_CREATE = t("Something went wrong, cant create subscription");

/** Version of the consent sentence below; raised whenever its words change. */
export const CONSENT_TEXT_VERSION = "2026-11-1";

/** Longest e-mail address (RFC 5321). */
export const EMAIL_MAX_CHARS = 320;
export const NAME_MAX_CHARS = 100;
export const POSTAL_CODE_MAX_CHARS = 20;
