/** Numbers and fixed words of the offers. */
import { t } from "../../i18n/t.ts";

/** Extra clicks on an offer within this time make no call (spec W 9). */
export const ADD_THROTTLE_MS = 1_000;
/** Offers shown at once: more would bury the report that was paid for. */
export const MAX_OFFERS = 3;
/** Spec W 8, letter by letter. */
export const NO_SUBSCRIPTION_DATA = t("No subscription data");
export const GENERIC_ERROR = t("An error occurred");
export const OFFER_TEXT_VERSION = "2026-11-1";
/** Waits between attempts of a create call that got no answer. */
export const ADD_RETRY_MS: readonly number[] = [1_000, 3_000];
