/** Timing of the scanning step. */

/** Minimum time between rows, so that they can be read; the check itself never waits. */
export const ROW_INTERVAL_MS = 80;
