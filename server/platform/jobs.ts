/** Runs due work on timers. Each job claims its work in the database, so several servers may run it. */
import type { Log } from "./log.ts";

const INTERVAL_MS = 10_000;

/**
 * One job: does the work that is due now and returns. Once the signal is aborted it begins nothing new. Without a signal
 * the caller waits for everything it began.
 */
export type Work = (stopping?: AbortSignal) => Promise<unknown>;

export interface Jobs {
  /** Stops the timers and waits for the running jobs. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  readonly works: readonly Work[];
  readonly log: Log;
  /** Pause between two runs of a job; ten seconds when left out. */
  readonly everyMs?: number;
}

/** Every job has a loop of its own: one that waits for a stranger delays no other. */
export function startJobs(options: JobsOptions): Jobs {
  const stopping = new AbortController();
  const loops = Promise.all(options.works.map((work) => loop(work, options, stopping.signal)));
  return {
    async stop() {
      stopping.abort();
      await loops;
    },
  };
}

async function loop(work: Work, { log, everyMs = INTERVAL_MS }: JobsOptions, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await attempt(() => work(stopping), log);
    await pause(everyMs, stopping);
  }
}

/** Ends early when the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}

/** Runs every job once, one after the other. A failing job is logged and does not stop the others. */
export async function runAll({ works, log }: JobsOptions): Promise<void> {
  for (const work of works) await attempt(work, log);
}

async function attempt(work: () => Promise<unknown>, log: Log): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error("job_failed", { error });
  }
}
