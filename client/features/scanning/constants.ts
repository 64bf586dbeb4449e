/** Numbers of the scanning step. */

/** Rows may appear at least this far apart, so that they can be read; the check itself never waits. */
export const ROW_INTERVAL_MS = 80;
