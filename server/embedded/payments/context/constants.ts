/** Numbers of the payments service. */

/** Execution tokens live at most this long (SECURITY M3). */
export const EXECUTION_TOKEN_S = 30 * 60;
export const MERCHANT_TOKEN_S = 60 * 60;
export const TOKEN_LEEWAY_S = 30;
/** After that many refused tries an execution takes no more. */
export const MAX_ATTEMPTS = 10;
/** A sealed card is about 900 characters; nothing honest comes near this. */
export const MAX_SEAL_CHARS = 8 * 1024;
/** A page's seal is used at once; frames write the server's time into it, or the device's where both agree (iframe/crypto). */
export const SEAL_LIFE_S = 15 * 60;
export const SEAL_AHEAD_S = 5 * 60;
/** Tokenizations of one session in the window; more looks like card testing (SECURITY I7). */
export const MAX_SAVES = 20;
export const SAVES_WINDOW_MS = 10 * 60_000;
/** Refused payments of one network in the window; more are guesses (SECURITY SU6). */
export const MAX_DECLINES = 10;
export const DECLINES_WINDOW_MS = 3_600_000;
/** How long a card, a range of numbers or a shop is held back when card testing comes from many networks. */
export const GUARD_MS = 10 * 60_000;
/** Refusals for which the bank itself is the reason. */
export const BANK_FAULTS: readonly string[] = [
  "ProviderConnectionError",
  "ProviderTimeout",
  "Timeout",
  "ProviderConfigError",
  "InternalServerError",
];
/** How long and how often the address of a display may be opened; each element of a page is one view. */
export const REVEAL_MS = 5 * 60_000;
export const MAX_REVEAL_VIEWS = 20;
/** Who asked to see a card is known for a year (PCI DSS 10.5.1). */
export const REVEAL_KEEP_MS = 365 * 86_400_000;
export const CHALLENGE_MS = 10 * 60_000;
export const MAX_CODE_TRIES = 3;
/** A repeat waits this long for the first request with its key. */
export const IN_FLIGHT_WAIT_MS = 10_000;
export const IN_FLIGHT_POLL_MS = 40;
/** A request in flight longer than this has lost its process. */
export const IN_FLIGHT_LEASE_MS = 15_000;
/** Who takes such a request over mostly looks what became of it, and may be killed as well. */
export const TAKEN_OVER_LEASE_MS = 2_000;
/** The server that makes a call to the acquirer waits this long for the answer. */
export const ACQUIRER_DEADLINE_MS = 30_000;
/** A call to the acquirer that no server makes any more is asked about after this time. */
export const STALE_INTENT_MS = 10_000;
/** Pauses between questions to an acquirer that does not answer. */
export const RECONCILE_MS = [20, 100, 400] as const;
export const MAX_KEY_CHARS = 255;
export const PREFLIGHT_MAX_AGE_S = 600;
/** Keys are remembered for 35 days (SECURITY R6). */
export const IDEMPOTENCY_KEEP_MS = 35 * 86_400_000;
export const PRUNE_EVERY_MS = 3_600_000;
/** Small enough that a payment never waits behind it. */
export const PRUNE_BATCH = 200;
