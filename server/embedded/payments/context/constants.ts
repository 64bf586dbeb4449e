/** Limits and times of the payments service. `_MS` is milliseconds, `_S` is seconds. */

/** Lifetime of an execution token (SECURITY M3). */
export const EXECUTION_TOKEN_S = 30 * 60;
export const MERCHANT_TOKEN_S = 60 * 60;
export const TOKEN_LEEWAY_S = 30;
/** Declined attempts after which an execution accepts no more. */
export const MAX_ATTEMPTS = 10;
/** Higher than in other calls: a merchant's order has about ten keys a line and can have many lines. */
export const MAX_PAYMENTS_JSON_KEYS = 2_000;
/** A sealed card has about 900 characters; longer ones than this are refused. */
export const MAX_SEAL_CHARS = 8 * 1024;
/**
 * A page uses its seal at once. The card frame writes the server's time into it, or the device's where both agree
 * (iframe/crypto).
 */
export const SEAL_LIFE_S = 15 * 60;
export const SEAL_AHEAD_S = 5 * 60;
/** Tokenizations of one session within the window; more look like card testing (SECURITY I7). */
export const MAX_SAVES = 20;
export const SAVES_WINDOW_MS = 10 * 60_000;
/** Changes of stored instruments by one session: each keeps its answer as long as its idempotency key. */
export const MAX_UPDATES = 200;
/** Cards that one holder stores within that window and in a day, and different ones among them with the same shown digits. */
export const MAX_HOLDER_SAVES = 20;
export const MAX_HOLDER_SAVES_DAY = 40;
export const MAX_LIKE_CARDS = 3;
export const HOLDER_SAVES_DAY_MS = 86_400_000;
/** Declined payments of one network within the window; more are guesses (SECURITY SU6). */
export const MAX_DECLINES = 10;
export const DECLINES_WINDOW_MS = 3_600_000;
/** How long a card, a range or a merchant's new cards are restricted when card testing comes from many networks. */
export const RESTRICTION_MS = 10 * 60_000;
/** How long and how often the address of a reveal can be opened. Each element of a page counts as one view. */
export const REVEAL_MS = 5 * 60_000;
export const MAX_REVEAL_VIEWS = 20;
/** The record of who asked to see a card is kept for a year (PCI DSS 10.5.1). */
export const REVEAL_KEEP_MS = 365 * 86_400_000;
export const CHALLENGE_MS = 10 * 60_000;
/** For a payment on a hosted page: longer than the SDK waits for Pix, which is 12.5 minutes. */
export const REDIRECT_MS = 15 * 60_000;
export const MAX_CODE_TRIES = 3;
/** A repeated request waits this long for the first request with its key. */
export const IN_FLIGHT_WAIT_MS = 10_000;
export const IN_FLIGHT_POLL_MS = 40;
/** A request in flight for longer than this has lost its process. */
export const IN_FLIGHT_LEASE_MS = 15_000;
/** Lease of a repeat that takes over such a request: it mostly reads what became of it, and its process may die too. */
export const TAKEN_OVER_LEASE_MS = 2_000;
/** Time limit of one call to the acquirer. */
export const ACQUIRER_DEADLINE_MS = 30_000;
/** Age after which the service reconciles an intent that no server works on any longer. */
export const STALE_INTENT_MS = 10_000;
/** The shortest wait before the acquirer is asked again about a payment that it has not decided. */
export const ASK_AGAIN_MS = 1_000;
/** Pauses between questions to an acquirer that does not answer. */
export const RECONCILE_MS = [20, 100, 400] as const;
export const MAX_KEY_CHARS = 255;
export const PREFLIGHT_MAX_AGE_S = 600;
/** How long idempotency keys are remembered (SECURITY R6). */
export const IDEMPOTENCY_KEEP_MS = 35 * 86_400_000;
/** How long webhooks that were accepted or given up are kept for the merchant's list and for replays. */
export const DELIVERIES_KEEP_MS = 30 * 86_400_000;
/** Addresses of webhooks that a merchant may register. */
export const MAX_ENDPOINTS = 10;
/** Tests of addresses that a merchant may ask for within the window: each posts to a server of its choice. */
export const MAX_ENDPOINT_TESTS = 20;
export const ENDPOINT_TESTS_WINDOW_MS = 3_600_000;
/** Payments that took no money: as long as a shopper or a merchant may still ask about one. */
export const UNPAID_KEEP_MS = 90 * 86_400_000;
/** Payments that took money: ten years to the end of the calendar year, which German tax law asks for (AO 147). */
export const PAID_KEEP_MS = 11 * 366 * 86_400_000;
/** Calls to the acquirer: longer than a cardholder may dispute a charge, which is 540 days at most. */
export const INTENTS_KEEP_MS = 2 * 366 * 86_400_000;
/** A seal with a time opens for minutes; one without, until its key has been rotated away. */
export const SEALS_KEEP_MS = 400 * 86_400_000;
/** Cards that were tokenized for the next payment: longer than any session they can pay in. */
export const TRANSIENT_KEEP_MS = 86_400_000;
export const PRUNE_EVERY_MS = 3_600_000;
/** Rows deleted at a time: few enough that no payment waits for the deletion. */
export const PRUNE_BATCH = 200;
/** Lists of the acquirer are read again from this long before the last reading, since rows may arrive late. */
export const FEED_OVERLAP_MS = 3_600_000;
/** Evidence of disputes that are over is erased after 18 months, when no network can reopen them any longer. */
export const EVIDENCE_KEEP_MS = 548 * 86_400_000;
