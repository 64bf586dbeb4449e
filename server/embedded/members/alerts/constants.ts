/** Numbers of watching. */

/** A number is looked at once a day; a report or dispute makes it due at once. */
export const CHECK_EVERY_MS = 24 * 3_600_000;
/** One mail a day for one number at most, however often it changes. */
export const EMAIL_EVERY_MS = 24 * 3_600_000;
export const MAX_ALERTS = 20;
/** Looked at in one go. */
export const ALERT_BATCH = 50;
