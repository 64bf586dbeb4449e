/** Runs due work on a timer. Each job claims its work in the database, so several servers may run it. */
import type { Log } from "./log.ts";

const INTERVAL_MS = 10_000;

/** One job: does the work that is due now and returns. */
export type Work = () => Promise<unknown>;

export interface Jobs {
  /** Stops the timer and waits for the running job. */
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

/** A failing job is logged and does not stop the others. */
export async function runAll({ works, log }: JobsOptions): Promise<void> {
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      log.error("job_failed", { error });
    }
  }
}
