/** The server's only source of time, so that tests and /dev/clock can move through a year in seconds. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface VirtualClock extends Clock {
  /** Moves this clock forward, never back. */
  advance(ms: number): void;
  /** Tells the time of the database now; only a clock that follows the database has it. */
  readonly follow?: (databaseMs: number) => void;
}

/** The machine's time plus the offset set through `advance`. */
export function createClock(machineNow: () => number = Date.now): VirtualClock {
  let offsetMs = 0;
  return {
    now: () => machineNow() + offsetMs,
    advance(ms) {
      if (!(ms >= 0)) throw new RangeError("Cannot advance the clock by a negative or unknown time");
      offsetMs += ms;
    },
  };
}

/**
 * A clock that follows the database's, so that servers whose machines disagree compare the same times. Until it has
 * read the database's time once, it shows the machine's.
 */
export function createSharedClock(machineNow: () => number = Date.now): VirtualClock {
  let correctionMs = 0;
  const clock = createClock(() => machineNow() + correctionMs);
  return {
    ...clock,
    follow(databaseMs) {
      correctionMs = Math.round(databaseMs - machineNow());
    },
  };
}

/** The time as the wire has it: `2026-11-23T19:49:14.000Z`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
