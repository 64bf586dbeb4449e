/** Waits for the page in a test, whose clock may be stopped. */
import type { FakeClock } from "./clock.ts";

/** Taken before a test replaces the timers. */
const { setTimeout: realSetTimeout } = globalThis;
const REAL_STEP_MS = 5;

export interface UntilOptions {
  /** A stopped clock, which is moved on while waiting. */
  readonly clock: FakeClock | undefined;
  /** How far the clock moves at a time, in milliseconds. */
  readonly stepMs: number;
  /** After this time, on whichever clock runs, the promise rejects. */
  readonly deadlineMs: number;
  /** What to do about a deadline that has passed. */
  readonly advice: string;
}

/** Resolves when `isDone` returns true. Rejects with a `TypeError` when that takes too long. */
export async function until(isDone: () => boolean, options: UntilOptions): Promise<void> {
  const { clock, stepMs, deadlineMs, advice } = options;
  const step = clock === undefined ? REAL_STEP_MS : stepMs;
  for (let passedMs = 0; passedMs <= deadlineMs; passedMs += step) {
    if (isDone()) return;
    if (clock === undefined) await new Promise((done) => realSetTimeout.call(globalThis, done, REAL_STEP_MS));
    else await clock.advance(stepMs);
  }
  throw new TypeError(advice);
}
