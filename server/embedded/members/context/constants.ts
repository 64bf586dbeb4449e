/** Numbers of the members service. */

/** Look-ups an active plan includes per UTC day (decision on what a plan entitles to). */
export const DAILY_LOOKUPS = 20;
/** The same number again within this time costs nothing. */
export const REPEAT_FREE_MS = 24 * 3_600_000;
/** History rows in a profile. */
export const RECENT_REPORTS = 20;
