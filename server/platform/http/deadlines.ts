/** One timer for many requests with the same time limit: the first to start is the first to expire. */
import { setTimeout } from "node:timers";

interface Waiting {
  readonly dueMs: number;
  readonly late: () => void;
}

/** Calls `late` unless the returned function is called in time. */
export type Begin = (late: () => void) => () => void;

export function createDeadlines(afterMs: number): Begin {
  const waiting = new Set<Waiting>();
  let isWatched = false;
  const watch = (inMs: number) => {
    isWatched = true;
    // Deadlines alone keep no process alive.
    setTimeout(look, inMs).unref();
  };
  const look = () => {
    isWatched = false;
    for (const one of waiting) {
      const leftMs = one.dueMs - performance.now();
      if (leftMs > 0) return watch(leftMs);
      waiting.delete(one);
      one.late();
    }
  };
  return (late) => {
    const one = { dueMs: performance.now() + afterMs, late };
    waiting.add(one);
    if (!isWatched) watch(afterMs);
    return () => void waiting.delete(one);
  };
}
