/** Limits and fixed texts of the offers. */
import { t } from "../../i18n/t.ts";

/** Further clicks on an offer within this time make no call (W-LIMIT-03). */
export const ADD_THROTTLE_MS = 1_000;
/** Offers shown at once: more would bury the report that was paid for. */
export const MAX_OFFERS = 3;
/** Fallback text, verbatim (W-ERR-07). */
export const NO_SUBSCRIPTION_DATA = t("No subscription data");
export const GENERIC_ERROR = t("An error occurred");
/** Pauses between attempts of a create call without a response. */
export const ADD_RETRY_MS: readonly number[] = [1_000, 3_000];
