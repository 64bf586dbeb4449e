/** Due work on a timer: each piece claims what it does in the database, so any number of servers may run it. */
import type { Log } from "./log.ts";

const INTERVAL_MS = 10_000;

/** One piece of due work; it does what is due now and returns. */
export type Work = () => Promise<unknown>;

export interface Jobs {
  /** Waits for the piece that is running. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  readonly works: readonly Work[];
  readonly log: Log;
}

export function startJobs(options: JobsOptions): Jobs {
  let running: Promise<void> = runAll(options);
  const timer = setInterval(() => {
    running = running.then(() => runAll(options));
  }, INTERVAL_MS);
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}

/** A failing piece is written down and does not keep the others from running. */
export async function runAll({ works, log }: JobsOptions): Promise<void> {
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      log.error("job_failed", { error });
    }
  }
}
