/**
 * Reads of reports and history, which a Postgres replica may answer instead of the primary.
 *
 * The replica answers only once it has everything that was committed before the question, by any person and on any
 * server. So a person always sees what they have just done. A replica that is behind, gone, promoted or of another
 * database is not used, and the primary answers.
 */
import { sql } from "kysely";
import { isStorageFault } from "../../platform/storage_fault.ts";
import type { Count } from "../../platform/telemetry/counters.ts";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../open.ts";

/**
 * Runs a read on the database that may answer it. It runs again on the primary when the replica fails, so it writes
 * nothing and calls nothing else.
 */
export type Reading = <T>(read: (db: Db) => Promise<T>) => Promise<T>;

/** How far behind the replica may be: it has this long to catch up to where the primary was at the question. */
const REPLICA_WAIT_MS = 200;
/** A replica that could not be used is tried again after this time, by one reader. */
const REPLICA_REST_MS = 5_000;
const LOOK_AGAIN_MS = 5;

/** Without a replica the primary answers everything. */
export function readingFrom(primary: Db): Reading {
  return (read) => read(primary);
}

export interface ReplicaPorts {
  readonly primary: Db;
  readonly replica: Db;
  /** Id of this server's lease, a row that a replica of the same database has too. */
  readonly serverId: string;
  readonly log: Log;
  readonly count: Count;
  /** {@link REPLICA_WAIT_MS} when left out. */
  readonly waitMs?: number;
  /** {@link REPLICA_REST_MS} when left out. */
  readonly restMs?: number;
}

export function readingFromReplica(ports: ReplicaPorts): Reading {
  const { primary, log, count, restMs = REPLICA_REST_MS } = ports;
  let restsUntilMs = 0;
  return async (read) => {
    const nowMs = performance.now();
    if (nowMs < restsUntilMs) return await read(primary);
    const wasResting = restsUntilMs > 0;
    // While one reader tries it again, the others do not wait for it.
    if (wasResting) restsUntilMs = nowMs + restMs;
    const tried = await tryReplica(ports, read);
    count("reads", { outcome: tried.outcome });
    if (tried.outcome === "replica") {
      restsUntilMs = 0;
      return tried.value;
    }
    restsUntilMs = performance.now() + restMs;
    if (!wasResting) log.warn("replica.not-used", { why: tried.outcome, error: tried.error });
    return await read(primary);
  };
}

type Tried<T> =
  | { readonly outcome: "replica"; readonly value: T }
  | { readonly outcome: "behind" | "failed"; readonly error?: unknown };

/** In one transaction, so that a pooler in front of the replica asks and reads at the same host. */
async function tryReplica<T>(ports: ReplicaPorts, read: (db: Db) => Promise<T>): Promise<Tried<T>> {
  const position = await positionOf(ports.primary);
  try {
    return await ports.replica.transaction().setAccessMode("read only").execute(async (trx): Promise<Tried<T>> =>
      await hasArrived(trx, position, ports) ? { outcome: "replica", value: await read(trx) } : { outcome: "behind" }
    );
  } catch (error) {
    if (!isStorageFault(error)) throw error;
    return { outcome: "failed", error };
  }
}

/** The end of what the primary has flushed: everything that it acknowledged comes before. */
async function positionOf(primary: Db): Promise<string> {
  const { rows: [row] } = await sql<{ position: string }>`
    select pg_current_wal_flush_lsn()::text as position`.execute(primary);
  return row?.position ?? "";
}

async function hasArrived(
  replica: Db,
  position: string,
  { serverId, waitMs = REPLICA_WAIT_MS }: Pick<ReplicaPorts, "serverId" | "waitMs">,
): Promise<boolean> {
  const untilMs = performance.now() + waitMs;
  while (true) {
    // No table is read meanwhile: its lock could delay what the replica still has to replay.
    const { rows: [row] } = await sql<{ follows: boolean; arrived: boolean }>`
      select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() >= ${position}::pg_lsn as arrived`
      .execute(replica);
    if (row?.follows !== true) return false;
    if (row.arrived) return await knows(replica, serverId);
    if (performance.now() >= untilMs) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

async function knows(replica: Db, serverId: string): Promise<boolean> {
  return await replica.selectFrom("app_servers").select("id").where("id", "=", serverId).executeTakeFirst() !==
    undefined;
}
