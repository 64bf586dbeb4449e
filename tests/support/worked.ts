import { readFileSync } from "node:fs";

/** How long this thread has been at work, in milliseconds: what other work on a busy machine takes is not counted. */
export function workedMs(): number {
  try {
    const [ranNs] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
    return Number(ranNs) / 1_000_000;
  } catch {
    // Systems without this file tell by the clock.
    return performance.now();
  }
}
