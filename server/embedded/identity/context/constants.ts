/** Numbers of the identity service. */

/** Life of an ID token; the client refreshes it five minutes before (spec W 9). */
export const ID_TOKEN_S = 3_600;
/** A refresh token just replaced still works this long, for tabs that share it. */
export const REFRESH_GRACE_MS = 60_000;
/** Deleting an account or changing its password needs a sign-in this recent. */
export const RECENT_SIGN_IN_MS = 5 * 60_000;
/** One-time codes in mails (spec: single use, at most 60 minutes). */
export const CODE_LIFE_MS = 60 * 60_000;
export const CODES_PER_HOUR = 5;
/** Wrong passwords before a pause, and how long it lasts. */
export const MAX_WRONG_PASSWORDS = 10;
export const LOCK_MS = 15 * 60_000;
/** Codes in text messages, and the sign-in that waits for one. */
export const PHONE_CODE_MS = 10 * 60_000;
export const PHONE_CODE_TRIES = 5;
export const PHONE_CODES_PER_HOUR = 5;
export const PENDING_SIGN_IN_MS = 10 * 60_000;
/** A custom token is used at once; the provider allows an hour. */
export const CUSTOM_TOKEN_S = 300;
/** Second factors of one account. */
export const MAX_FACTORS = 5;
/** Bounds the work of hashing where the policy has no upper limit. */
export const MAX_HASHED_PASSWORD_CHARS = 4_096;
