import { readFileSync } from "node:fs";

/** Processor time of this thread in milliseconds, without the time of other work on a busy machine. */
export function cpuTimeMs(): number {
  try {
    const [ranNs] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
    return Number(ranNs) / 1_000_000;
  } catch {
    // Systems without this file use the clock.
    return performance.now();
  }
}
