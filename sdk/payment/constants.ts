/** Times and limits of payments and polling (S-CONST-03 to S-CONST-08). */
export const INITIAL_POLL_DELAY_MS = 2000;
export const POLL_INTERVAL_MS = 680;
/** Interval between polls for Apple Pay and Google Pay. */
export const WALLET_POLL_INTERVAL_MS = 2000;
export const MAX_POLL_ATTEMPTS = 60;
export const FAILED_POLL_COST = 5;
export const MAX_REQUESTED_RETRIES = 10;

/** Delays before authorize is sent again after no answer, with the same key and body (SECURITY R1). */
export const AUTHORIZE_RETRY_DELAYS_MS: readonly number[] = [400, 1600];
/** Interval between polls while a 3-D Secure challenge is open, in case its message never arrives. */
export const CHALLENGE_WATCH_INTERVAL_MS = 5000;
/** When the popup's code takes longer to load, the whole page goes to the issuer instead. */
export const POPUP_LOAD_MS = 10_000;
/** Polls after the shopper closed the challenge, since its result may be under way. */
export const CLOSED_CHALLENGE_POLLS = 3;
/** Each poll refused with 429 waits longer, up to this time. */
export const MAX_THROTTLED_WAIT_MS = 10_000;
/** A page still open after this time did not navigate (S-CONST-13). */
export const REDIRECT_FALLBACK_MS = 30_000;
