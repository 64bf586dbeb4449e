/** What is measured when the metrics are read: every gauge with its labels, whose values come from closed lists. */

interface GaugeRow {
  readonly help: string;
  readonly labels: readonly string[];
}

export const GAUGES = {
  process_cpu_seconds_total: { help: "Processor time used since the start, in seconds", labels: [] },
  process_resident_memory_bytes: { help: "Memory of the process, in bytes", labels: [] },
  process_start_time_seconds: { help: "When the process started, in Unix seconds", labels: [] },
  process_uptime_seconds: { help: "Time since the process started", labels: [] },
  nodejs_heap_size_used_bytes: { help: "Used part of the JavaScript heap, in bytes", labels: [] },
  nodejs_eventloop_delay_seconds: {
    help: "Longest delay of the event loop within the last minute",
    labels: [],
  },
  server_ready: { help: "1 while /readyz answers 200, else 0", labels: [] },
  server_requests_in_flight: { help: "Requests without an answer yet", labels: [] },
  metrics_incomplete: {
    help: "1 while a part of the metrics could not be read, whose gauges are then absent",
    labels: ["measurement"],
  },
  upstream_down: { help: "1 while a remote service counts as down", labels: ["service"] },
  db_client_connection_count: { help: "Connections of the database pool, by state", labels: ["state"] },
  db_client_connection_max: { help: "Most connections of the database pool", labels: [] },
  db_client_connection_pending_requests: { help: "Callers that wait for a connection", labels: [] },
  queue_depth: { help: "Entries of a queue that wait", labels: ["queue"] },
  queue_oldest_age_seconds: { help: "Age of the oldest entry that waits", labels: ["queue"] },
  queue_overdue_seconds: { help: "How late the entry is that should have been done first", labels: ["queue"] },
  job_last_success_timestamp_seconds: { help: "When a job last ended well, in Unix seconds", labels: ["job_name"] },
  job_running_seconds: { help: "How long the present run of a job takes", labels: ["job_name"] },
  payments_approval_ratio: {
    help: "Approved among decided authorizations of the last 15 minutes; absent below 20",
    labels: [],
  },
  payments_dispute_ratio: { help: "Disputes against sales of this month, by card network", labels: ["network"] },
  payments_disputes_this_month: { help: "Disputes of this month, by card network", labels: ["network"] },
  payments_sales_this_month: { help: "Sales of this month, by card network", labels: ["network"] },
  payments_dispute_warning_ratio: {
    help: "The dispute ratio that DISPUTE_WARNING_PERCENT warns of, by card network",
    labels: ["network"],
  },
  payments_disputes_to_answer: { help: "Disputes that need an answer", labels: [] },
  payments_dispute_deadline_seconds: {
    help: "Time until the nearest deadline of a dispute that needs an answer; absent without one",
    labels: [],
  },
  money_moves_refused: {
    help: "Captures, cancels and refunds that stay refused or undecided; see /operator/moves",
    labels: [],
  },
  money_differences: {
    help: "Differences between books, executions and the acquirer's ledger; see /operator/differences",
    labels: [],
  },
  identity_key_quarters: {
    help: "Quarters since the newest key of ID tokens; above 0, run: deno task keys identity",
    labels: [],
  },
  identity_key_age_seconds: { help: "Age of the newest key that signs ID tokens", labels: [] },
  backup_age_seconds: { help: "Time since the last backup; absent without BACKUP_STAMP", labels: [] },
} as const satisfies Readonly<Record<string, GaugeRow>>;

export type GaugeName = keyof typeof GAUGES;

interface Measured extends Readonly<Record<string, string | number | undefined>> {
  /** Undefined: not known, and not shown. */
  readonly value: number | undefined;
}

/** Gauges that are left out are not known, and not shown. */
export type Figures = Readonly<Partial<Record<GaugeName, readonly Measured[]>>>;

/** A gauge without labels. */
export function one(value: number | undefined): readonly [{ readonly value: number | undefined }] {
  return [{ value }];
}
