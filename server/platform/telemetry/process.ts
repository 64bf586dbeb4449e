/** Measures the process itself: processor, memory, and how long the event loop kept callers waiting. */
import process from "node:process";
import { type Figures, one } from "./gauges.ts";

const SAMPLE_MS = 100;
/** A delay is shown for this long, so that a scrape every 15 s and an alert of a minute see it. */
const SHOWN_MS = 60_000;
const MICROSECONDS = 1_000_000;

export interface ProcessMeter {
  figures(): Figures;
  stop(): void;
}

interface Delay {
  readonly atMs: number;
  readonly seconds: number;
}

/** Runs a timer until it is stopped; a timer that fires late shows how long other work held the thread. */
export function startProcessMeter(now: () => number = () => performance.now()): ProcessMeter {
  const startedMs = now();
  const startedUnixS = Date.now() / 1_000;
  let expectedMs = now() + SAMPLE_MS;
  let delays: readonly Delay[] = [];
  const sample = () => {
    const atMs = now();
    const seconds = Math.max(0, atMs - expectedMs) / 1_000;
    expectedMs = atMs + SAMPLE_MS;
    // A delay before a larger one can no longer be the longest.
    delays = [...delays.filter((each) => each.seconds > seconds && each.atMs > atMs - SHOWN_MS), { atMs, seconds }];
  };
  const timer = setInterval(sample, SAMPLE_MS);
  Deno.unrefTimer(timer);
  return {
    figures() {
      const { user, system } = process.cpuUsage();
      const { rss, heapUsed } = Deno.memoryUsage();
      return {
        process_cpu_seconds_total: one((user + system) / MICROSECONDS),
        process_resident_memory_bytes: one(rss),
        nodejs_heap_size_used_bytes: one(heapUsed),
        process_start_time_seconds: one(startedUnixS),
        process_uptime_seconds: one((now() - startedMs) / 1_000),
        nodejs_eventloop_delay_seconds: one(
          Math.max(0, (now() - expectedMs) / 1_000, ...delays.map(({ seconds }) => seconds)),
        ),
      };
    },
    stop: () => clearInterval(timer),
  };
}
