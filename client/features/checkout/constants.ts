/** Limits and fixed texts of the checkout. */
import { t } from "../../i18n/t.ts";

/** Wait before the offers while the ad tracker is on (W-CARD-10, W-LIMIT-04). */
export const AD_TRACKER_WAIT_MS = 1_500;

/**
 * Pauses between attempts of the create call without a response. The issuer has already approved, and the server
 * answers the same execution with the same subscription, so repeating the call is safe; paying again is not.
 */
export const CREATE_RETRY_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/** Apple closes a sheet after half a minute of waiting. */
export const APPLE_RETRY_MS: readonly number[] = [1_000, 2_000, 4_000];
/** Apple's names of the card networks (W-APPLE-10). */
export const APPLE_NETWORKS: readonly string[] = ["visa", "masterCard", "amex", "discover"];

/** Fallback texts, verbatim (W-ERR-03, W-ERR-04, W-ERR-08). */
export const GENERIC_ERROR = t("An error occurred");
export const SOMETHING_WENT_WRONG = t("Something went wrong");
export const CANNOT_CREATE = t("Something went wrong, cant create subscription");

/** Maximum length of an email address (RFC 5321). */
export const EMAIL_MAX_CHARS = 320;
export const NAME_MAX_CHARS = 100;
export const POSTAL_CODE_MAX_CHARS = 20;
