/** Numbers of paying (spec S 9). */
export const INITIAL_POLL_DELAY_MS = 2000;
export const POLL_INTERVAL_MS = 680;
/** Apple Pay and Google Pay results are asked for at this pace. */
export const WALLET_POLL_INTERVAL_MS = 2000;
export const MAX_POLL_ATTEMPTS = 60;
export const FAILED_POLL_COST = 5;
export const MAX_REQUESTED_RETRIES = 10;

/** Sending authorize again after no answer: same key, same bytes (SECURITY R1). */
export const AUTHORIZE_RETRY_DELAYS_MS: readonly number[] = [400, 1600];
/** How often the execution is asked while the bank's check is open, in case its message never comes. */
export const CHALLENGE_WATCH_INTERVAL_MS = 5000;
/** The code of the popup takes longer than this: the whole page goes to the bank instead. */
export const POPUP_LOAD_MS = 10_000;
/** Polls after the shopper closed the bank's check: its end may be under way. */
export const CLOSED_CHALLENGE_POLLS = 3;
/** A poll that was refused for coming too often waits longer each time, but not longer than this. */
export const MAX_THROTTLED_WAIT_MS = 10_000;
