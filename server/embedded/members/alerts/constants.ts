/** Limits of alerts. */

/** Each number is checked once a day; a report or dispute makes it due at once. */
export const CHECK_EVERY_MS = 24 * 3_600_000;
/** At most one email a day per number, however often it changes. */
export const EMAIL_EVERY_MS = 24 * 3_600_000;
/** A change of the score within its band is told from this many points on. */
export const NEWS_POINTS = 5;
export const MAX_ALERTS = 20;
/** Numbers per batch. */
export const ALERT_BATCH = 50;
