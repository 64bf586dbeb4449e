/** Runs due work on timers. Each job claims its work in the database, so several servers may run it. */
import { errorsOf, type Log } from "./log.ts";
import { type Count, countNothing } from "./telemetry/counters.ts";
import { inRootSpan, SpanKind } from "./telemetry/tracing.ts";

const INTERVAL_MS = 10_000;
/** A server that has just started must leave its connections to the database to the calls that arrive. */
const MAX_APART_MS = 100;

/**
 * One job: does the work that is due now and returns. Once the signal is aborted it begins nothing new. Without a
 * signal the caller waits for everything it began.
 */
export interface Work {
  (stopping?: AbortSignal): Promise<unknown>;
  /** Names the job in log, metrics and traces. */
  readonly job?: string;
}

export function namedJob(job: string, work: (stopping?: AbortSignal) => Promise<unknown>): Work {
  return Object.assign((stopping?: AbortSignal) => work(stopping), { job });
}

/** When a job last ended well, and since when it runs; Unix milliseconds. */
export interface JobState {
  succeededMs?: number;
  runningSinceMs?: number;
}

export interface Jobs {
  /** Stops the timers and waits for the running jobs. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  readonly works: readonly Work[];
  readonly log: Log;
  readonly count?: Count;
  /** Written by the loops, read by the metrics. */
  readonly jobStates?: Map<string, JobState>;
  /** Pause between two runs of a job; ten seconds when left out. */
  readonly everyMs?: number;
}

/**
 * Every job has a loop of its own: one that waits for another service delays no other. They begin in turn, up to 0.1 s
 * apart.
 */
export function startJobs(options: JobsOptions): Jobs {
  const stopping = new AbortController();
  const { works, everyMs = INTERVAL_MS } = options;
  const apartMs = Math.min(MAX_APART_MS, everyMs / works.length);
  const loops = Promise.all(works.map((work, index) => loop(work, options, stopping.signal, index * apartMs)));
  return {
    async stop() {
      stopping.abort();
      await loops;
    },
  };
}

async function loop(work: Work, options: JobsOptions, stopping: AbortSignal, delayMs: number): Promise<void> {
  await pause(delayMs, stopping);
  while (!stopping.aborted) {
    await attempt(work, options, stopping);
    await pause(options.everyMs ?? INTERVAL_MS, stopping);
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
export async function runAll(options: JobsOptions): Promise<void> {
  for (const work of options.works) await attempt(work, options);
}

/** Each run is a trace of its own. */
async function attempt(work: Work, { log, count = countNothing, jobStates }: JobsOptions, stopping?: AbortSignal) {
  const { job = "unnamed" } = work;
  const state = jobStates?.get(job) ?? {};
  jobStates?.set(job, state);
  state.runningSinceMs = Date.now();
  await inRootSpan({ name: `job ${job}`, kind: SpanKind.INTERNAL, requestId: crypto.randomUUID() }, async () => {
    try {
      await work(stopping);
      state.succeededMs = Date.now();
      count("jobs", { job_name: job, outcome: "succeeded" });
    } catch (error) {
      count("jobs", { job_name: job, outcome: "failed" });
      log.error("job.failed", { job, ...told(error) });
    }
  });
  delete state.runningSinceMs;
}

/** The message of a call whose server could not be reached; the address before it may name a person. */
const UNREACHED = "client error (Connect): ";

/** When a service elsewhere is away, this code is not at fault: a stack trace would say nothing. */
function told(error: unknown): { readonly error: unknown; readonly cause?: string } {
  for (const at of errorsOf(error)) {
    const cause = at.name === "ServiceDown" ? at.message : at.message.split(UNREACHED)[1];
    if (cause !== undefined && error instanceof Error) return { error: error.message, cause };
  }
  return { error };
}
