/** The one source of time on the server, so that a test or /dev/clock can live through a year in seconds. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface VirtualClock extends Clock {
  /** Moves this clock forward; it never goes back. */
  advance(ms: number): void;
}

/** The machine's time plus what was advanced. */
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
