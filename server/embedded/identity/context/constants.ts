/** Limits and lifetimes of the identity service. */

/** Life of an ID token; the client refreshes it five minutes before its end (W-IDLIB-12). */
export const ID_TOKEN_S = 3_600;
/** A refresh token still works this long after it was replaced, for tabs that share it. */
export const REFRESH_GRACE_MS = 60_000;
/** Maximum age of a sign-in that may delete the account or change what opens it. */
export const RECENT_SIGN_IN_MS = 5 * 60_000;
/** Life of one-time codes in emails. */
export const CODE_LIFE_MS = 60 * 60_000;
export const CODES_PER_HOUR = 5;
/** Number of wrong passwords before a lockout, and its length. */
export const MAX_WRONG_PASSWORDS = 10;
export const LOCK_MS = 15 * 60_000;
/** Life of codes in text messages, and of the sign-in that waits for one. */
export const PHONE_CODE_MS = 10 * 60_000;
export const PHONE_CODE_TRIES = 5;
export const PHONE_CODES_PER_HOUR = 5;
export const PENDING_SIGN_IN_MS = 10 * 60_000;
/** A custom token is exchanged at once; the real provider allows an hour. */
export const CUSTOM_TOKEN_S = 300;
/** Maximum number of second factors per account. */
export const MAX_FACTORS = 5;
