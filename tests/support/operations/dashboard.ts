/** What each query of docs/operations/dashboard.json shows after each cause: by panel and query. */
import type { Sample } from "./promql.ts";

const DASHBOARD = new URL("../../../docs/operations/dashboard.json", import.meta.url);

export interface Query {
  readonly panel: string;
  /** `A` for the first query of the panel. */
  readonly refId: string;
  readonly expr: string;
}

export async function readQueries(): Promise<readonly Query[]> {
  const { panels } = JSON.parse(await Deno.readTextFile(DASHBOARD));
  // deno-lint-ignore no-explicit-any -- the shape of Grafana's own file
  return panels.flatMap(({ title, targets }: any) =>
    // deno-lint-ignore no-explicit-any -- as above
    targets.map(({ refId, expr }: any): Query => ({ panel: title, refId, expr }))
  );
}

export interface Shown {
  readonly panel: string;
  readonly refId: string;
  /** The cause after which the query is evaluated, by the name of its alert. */
  readonly after: string;
  /** Labels of the one sample that is meant. */
  readonly labels: Sample["labels"];
  readonly value: number | ((value: number) => boolean);
}

type Row = readonly [panel: string, after: string, labels: Sample["labels"], value: Shown["value"], refId?: string];

const ROWS: readonly Row[] = [
  ["Requests a second by outcome", "ServerErrors", { http_response_status_code: "503" }, (value) => value > 0],
  [
    "Time to the answer, p95 by route",
    "ServerErrors",
    { http_route: "/services/report" },
    (value) => value > 0 && value < 10,
  ],
  ["5xx a minute", "ServerErrors", {}, 8],
  ["5xx a minute", "RequestsRefused", { reason: "busy" }, 8, "B"],
  ["Ready", "ServerNotReady", {}, 0],
  ["Requests in flight", "DatabasePoolExhausted", {}, 3],
  ["Remote services down", "UpstreamDown", { service: "report" }, 1],
  // Processors in use; the loop that holds the thread gets a small share of a busy machine.
  ["Processor", "EventLoopBlocked", {}, (value) => value > 0.01 && value < 8],
  ["Memory", "EventLoopBlocked", {}, (value) => value > 50e6],
  ["Heap", "EventLoopBlocked", {}, (value) => value > 5e6],
  ["Uptime", "EventLoopBlocked", {}, (value) => value > 1],
  ["Event loop delay", "EventLoopBlocked", {}, (value) => value > 1 && value < 60],
  ["Connections", "DatabasePoolExhausted", { state: "used" }, 1],
  ["Callers waiting for a connection", "DatabasePoolExhausted", {}, (value) => value >= 25],
  ["Queues: depth", "QueueOverdue", { queue: "emails" }, 2],
  ["Queues: oldest entry", "QueueOverdue", { queue: "emails" }, (value) => value >= 61],
  ["Queues: how late", "QueueOverdue", { queue: "emails" }, (value) => value > 60],
  ["Jobs that failed", "JobFailing", { job_name: "subscriptions-refunds" }, 1],
  ["Jobs that failed", "JobRowsFailing", { job_name: "subscriptions-checkouts" }, 1, "B"],
  ["Present run of a job", "DatabasePoolExhausted", { job_name: "subscriptions-refunds" }, (value) => value > 0],
  ["Present run of a job", "JobHanging", { job_name: "money-comparison" }, (value) => value > 900],
  ["Webhooks by outcome", "WebhooksUndelivered", { outcome: "refused" }, (value) => value > 2],
  ["Emails by outcome", "EmailsUnsent", { outcome: "unreachable" }, 1],
  ["Emails by outcome", "EmailsRefused", { outcome: "refused" }, (value) => value > 20],
  ["Payments by outcome", "ApprovalRateLow", { outcome: "declined" }, 20],
  ["Declines by reason", "ApprovalRateLow", { reason: "GenericRejection" }, 20],
  ["Approval ratio", "ApprovalRateLow", {}, 0],
  ["Money moved, minor units an hour", "WebhooksUndelivered", { currency: "USD", kind: "capture" }, 100],
  // The purchases of three causes, all paid back at the acquirer.
  ["Differences and refused moves", "MoneyDifferences", {}, 5, "A"],
  ["Differences and refused moves", "MoneyMovesRefused", {}, 1, "B"],
  ["Dispute ratio", "DisputeRatioHigh", { network: "visa" }, (value) => value > 0.0075 && value <= 1],
  ["Disputes: to answer, and time to the nearest deadline", "DisputeDeadlineNear", {}, 3, "A"],
  [
    "Disputes: to answer, and time to the nearest deadline",
    "DisputeDeadlineNear",
    {},
    (value) => value > 86_400 && value < 2 * 86_400,
    "B",
  ],
  ["Funnel", "UpstreamDown", { step: "purchase" }, 1],
  ["Age of identity key", "IdentityKeyOld", {}, (value) => value >= 100 * 86_400],
  ["Age of the last backup", "BackupOld", {}, (value) => value >= 27 * 3_600 && value < 28 * 3_600],
];

export const SHOWN: readonly Shown[] = ROWS.map(([panel, after, labels, value, refId = "A"]) => ({
  panel,
  refId,
  after,
  labels,
  value,
}));
