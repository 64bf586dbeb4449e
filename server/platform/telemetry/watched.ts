/** What the server notes while it works, and the metrics show when they are read. */
import type { JobState } from "../jobs.ts";
import { type Approvals, createApprovals } from "./approvals.ts";
import type { Count } from "./counters.ts";
import type { Metrics } from "./metrics.ts";
import type { ProcessMeter } from "./process.ts";

export interface Watched {
  readonly pool: { used: number; waiting: number };
  readonly jobStates: Map<string, JobState>;
  readonly approvals: Approvals;
  /** Requests without an answer yet. */
  readonly flights: { running: number };
  /** Only a server that runs measures its process. */
  process: ProcessMeter | undefined;
}

export function createWatched(now: () => number): Watched {
  return {
    pool: { used: 0, waiting: 0 },
    jobStates: new Map(),
    approvals: createApprovals(now),
    flights: { running: 0 },
    process: undefined,
  };
}

/** Counts, and records decided authorizations. An issuer that asks for a challenge has not decided. */
export function countingInto({ count }: Pick<Metrics, "count">, { approvals }: Pick<Watched, "approvals">): Count {
  return (name, labels, by) => {
    count(name, labels, by);
    const { kind, outcome } = { kind: "", outcome: "", ...labels };
    if (name !== "payments" || kind !== "authorize" || by === 0) return;
    if (outcome === "approved" || outcome === "declined") approvals.note(outcome === "approved");
  };
}
