/** A time limit that many share: one timer serves all, since who began first is due first. */
import { setTimeout } from "node:timers";

interface Waiting {
  readonly dueMs: number;
  readonly late: () => void;
}

/** Calls `late` unless the function it answers was called in time. */
export type Begin = (late: () => void) => () => void;

export function createDeadlines(afterMs: number): Begin {
  const waiting = new Set<Waiting>();
  let isWatched = false;
  const watch = (inMs: number) => {
    isWatched = true;
    // No request waits for it: a late client still has a connection.
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
