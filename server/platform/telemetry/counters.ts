/**
 * What services count: every counter with its labels, whose values come from closed lists. No label ever holds a value
 * that a person or a merchant chose, and none is called `job` or `instance`: Prometheus uses these for the server, and
 * renames a label of the same name.
 */

interface CounterRow {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Shown as 0 from the start: Prometheus sees no growth of a series whose first value is not 0. */
  readonly outcomes?: readonly string[];
}

export const COUNTERS = {
  refusals: {
    name: "http_server_refused_total",
    help:
      "Requests refused with 503 before any route saw them, by reason: more than MAX_IN_FLIGHT, or a server that stops",
    labels: ["reason"],
  },
  payments: {
    name: "payments_outcomes_total",
    help: "Answers of the acquirer, by kind of call, outcome and reason of a decline",
    labels: ["kind", "outcome", "reason"],
  },
  money: {
    name: "payments_money_minor_total",
    help: "Money moved, in minor units of its currency, by kind of move",
    labels: ["kind", "currency"],
  },
  webhooks: {
    name: "webhook_deliveries_total",
    help: "Attempts to deliver a webhook, by outcome",
    labels: ["outcome"],
  },
  emails: {
    name: "emails_total",
    help: "Attempts to send an email, by outcome",
    labels: ["outcome"],
    outcomes: ["sent", "refused", "unreachable", "given-up"],
  },
  jobs: {
    name: "job_runs_total",
    help: "Runs of background jobs, by job and outcome",
    labels: ["job_name", "outcome"],
  },
  rows: {
    name: "job_rows_failed_total",
    help: "Rows that a background job failed at, by job; it tries them again, and the job itself succeeds",
    labels: ["job_name"],
  },
  reads: {
    name: "db_replica_reads_total",
    help: "Reads that a replica may answer, by outcome: the replica, or the primary because it was behind or failed",
    labels: ["outcome"],
    outcomes: ["replica", "behind", "failed"],
  },
  funnel: { name: "funnel_steps_total", help: "Steps of the funnel that browsers reported", labels: ["step"] },
} as const satisfies Readonly<Record<string, CounterRow>>;

export type CounterName = keyof typeof COUNTERS;
type Labels<Name extends CounterName> = Readonly<Record<(typeof COUNTERS)[Name]["labels"][number], string>>;

/** Adds one, or `by`; with 0 the series is shown from then on. */
export type Count = <Name extends CounterName>(name: Name, labels: Labels<Name>, by?: number) => void;

/** For tests and scripts that read no metrics. */
export const countNothing: Count = () => {};
