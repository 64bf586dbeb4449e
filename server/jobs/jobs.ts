/** Due work on a timer: each piece claims what it does in the database, so any number of servers may run it. */
import type { Context } from "../context.ts";

const INTERVAL_MS = 10_000;

/** One piece of due work; it does what is due now and returns. */
export type Work = (context: Context) => Promise<void>;

/** Filled by the parts that have work to do over time. */
const WORKS: readonly Work[] = [];

export interface Jobs {
  /** Waits for the piece that is running. */
  stop(): Promise<void>;
}

export function startJobs(context: Context, works: readonly Work[] = WORKS): Jobs {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => runAll(context, works));
  }, INTERVAL_MS);
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}

/** A failing piece is written down and does not keep the others from running. */
export async function runAll(context: Context, works: readonly Work[]): Promise<void> {
  for (const work of works) {
    try {
      await work(context);
    } catch (error) {
      context.log.error("job_failed", { error });
    }
  }
}
