/** Measures what the metrics show at the moment they are read: queues, money, connections, jobs, keys, backups. */
import type { Context } from "../../context.ts";
import { type Figures, one } from "../../platform/telemetry/gauges.ts";
import { SERVICE_NAMES } from "../../platform/http/upstream.ts";
import { readFigures } from "./readings.ts";

/** `isReady` is the answer of the readiness probe. */
export async function measure(context: Context, isReady: () => Promise<boolean>): Promise<Figures> {
  const read = await readFigures(context);
  return {
    ...context.watched.process?.figures(),
    ...ownFigures(context),
    ...read,
    server_ready: one(await isReady() ? 1 : 0),
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

async function backupAgeS({ config: { backupStamp } }: Context): Promise<number | undefined> {
  if (backupStamp === "") return undefined;
  // A stamp that is missing or cannot be read is a backup that never was.
  const writtenMs = await Deno.stat(backupStamp).then(({ mtime }) => mtime?.getTime() ?? 0, () => 0);
  return Math.max(0, (Date.now() - writtenMs) / 1_000);
}
