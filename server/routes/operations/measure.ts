/** Measures what the metrics show at the moment they are read: queues, money, connections, jobs, keys, backups. */
import type { Context } from "../../context.ts";
import { countDifferences } from "../../db/differences.ts";
import type { QueueState } from "../../platform/telemetry/queue.ts";
import { identityKeyAgeMs, quartersBehind } from "../../embedded/identity/identity.ts";
import { currentDisputeRatios, disputeDeadlines, paymentQueues } from "../../embedded/payments/payments.ts";
import { countOpenMoves, subscriptionQueues } from "../../embedded/subscriptions/subscriptions.ts";
import { emailQueue } from "../../outbox/queue.ts";
import { withDeadline } from "../../platform/deadline.ts";
import { type Figures, one } from "../../platform/telemetry/gauges.ts";
import { SERVICE_NAMES } from "../../platform/http/upstream.ts";

/**
 * Prometheus waits ten seconds for its scrape by default, and its other figures matter most when the database is slow.
 */
const DATABASE_LIMIT_MS = 3_000;

/** `isReady` is the answer of the readiness probe. */
export async function measure(context: Context, isReady: () => Promise<boolean>): Promise<Figures> {
  const late = () => new DOMException("The figures were not read in time", "TimeoutError");
  const database = await withDeadline(databaseFigures(context), DATABASE_LIMIT_MS, late).catch((error: unknown) => {
    context.log.warn("metrics.incomplete", { error });
    return {};
  });
  return {
    ...context.watched.process?.figures(),
    ...ownFigures(context),
    ...database,
    server_ready: one(await isReady() ? 1 : 0),
    identity_key_age_seconds: one(await keyAgeS(context)),
    identity_key_quarters: one(await quartersBehind(context.config.keysDir, context.clock.now())),
    backup_age_seconds: one(await backupAgeS(context)),
  };
}

function ownFigures({ watched, remotes, config }: Context): Figures {
  const { pool, jobStates, approvals, flights } = watched;
  // SQLite has one connection, which its callers share.
  const max = config.database.kind === "postgres" ? config.database.poolSize ?? pool.used : 1;
  const used = Math.min(pool.used, max);
  const down = remotes.down();
  const jobs = [...jobStates];
  const nowMs = Date.now();
  return {
    server_requests_in_flight: one(flights.running),
    upstream_down: SERVICE_NAMES.flatMap((service) => {
      const bases = Object.values(config.remote[service]).filter((base) => base !== undefined);
      return bases.length === 0 ? [] : [{ service, value: bases.some((base) => down.includes(base)) ? 1 : 0 }];
    }),
    db_client_connection_count: [{ state: "used", value: used }, { state: "idle", value: max - used }],
    db_client_connection_max: one(max),
    db_client_connection_pending_requests: one(pool.waiting + pool.used - used),
    job_last_success_timestamp_seconds: jobs.map(([job, { succeededMs }]) => ({
      job_name: job,
      value: succeededMs === undefined ? undefined : succeededMs / 1_000,
    })),
    job_running_seconds: jobs.map(([job, { runningSinceMs }]) => ({
      job_name: job,
      value: runningSinceMs === undefined ? 0 : (nowMs - runningSinceMs) / 1_000,
    })),
    payments_approval_ratio: one(approvals.ratio()),
  };
}

async function databaseFigures({ db, clock, sender, config }: Context): Promise<Figures> {
  const nowMs = clock.now();
  const emails = sender.hasTransport ? [await emailQueue(db, nowMs)] : [];
  const queues = [...emails, ...await paymentQueues(db, nowMs), ...await subscriptionQueues(db, nowMs)];
  const merchants = { db, clock, clientIds: config.paymentsClients.map(({ id }) => id) };
  const ratios = await currentDisputeRatios(merchants);
  const disputes = await disputeDeadlines(merchants);
  const each = (value: (queue: QueueState) => number) =>
    queues.map((state) => ({ queue: state.queue, value: value(state) }));
  return {
    queue_depth: each(({ depth }) => depth),
    queue_oldest_age_seconds: each(({ oldestAgeMs }) => oldestAgeMs / 1_000),
    queue_overdue_seconds: each(({ overdueMs }) => overdueMs / 1_000),
    money_moves_refused: one(await countOpenMoves(db)),
    money_differences: one(await countDifferences(db)),
    payments_dispute_ratio: ratios.map(({ network, ratio: value }) => ({ network, value })),
    payments_dispute_warning_ratio: ratios.map(({ network }) => ({ network, value: config.disputeWarningRatio })),
    payments_disputes_to_answer: one(disputes.open),
    payments_dispute_deadline_seconds: one(
      disputes.nearestMs === undefined ? undefined : disputes.nearestMs / 1_000,
    ),
    payments_disputes_this_month: ratios.map(({ network, disputes: value }) => ({ network, value })),
    payments_sales_this_month: ratios.map(({ network, sales: value }) => ({ network, value })),
  };
}

/** Unknown with a real identity provider, which has keys of its own. */
async function keyAgeS({ config, clock }: Context): Promise<number | undefined> {
  if (config.identity.mode !== "embedded") return undefined;
  const ageMs = await identityKeyAgeMs(config.keysDir, clock.now());
  return ageMs === undefined ? undefined : ageMs / 1_000;
}

async function backupAgeS({ config: { backupStamp } }: Context): Promise<number | undefined> {
  if (backupStamp === "") return undefined;
  // A stamp that is missing or cannot be read is a backup that never was.
  const writtenMs = await Deno.stat(backupStamp).then(({ mtime }) => mtime?.getTime() ?? 0, () => 0);
  return Math.max(0, (Date.now() - writtenMs) / 1_000);
}
