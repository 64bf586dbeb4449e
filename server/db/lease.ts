/**
 * Proof of life: each server holds a row that it renews, and what it has in hand carries its id. Work of a server whose
 * row is gone or expired may be taken over, and no other work.
 *
 * Leases and not session locks of Postgres, since a pooler that hands out connections by transaction drops those. Time is
 * the database's own, so that servers whose clocks differ agree on who lives.
 */
import type { Log } from "../log.ts";
import { databaseNow } from "./database_clock.ts";
import type { Db } from "./open.ts";

/** Other servers take over what a dead one had in hand after this time; a stalled process must be back before. */
export const LEASE_MS = 10_000;
const RENEWALS_PER_LEASE = 5;

export interface Lease {
  readonly id: string;
  /** What this server still had in hand is free at once; where the database is gone, when the lease is over. */
  release(): Promise<void>;
}

export interface LeaseOptions {
  readonly log: Log;
  /** The caller holds a lock which proves that no other server uses this database: all other leases are void. */
  readonly isAlone?: boolean;
  readonly leaseMs?: number;
}

export async function takeLease(db: Db, { log, isAlone = false, leaseMs = LEASE_MS }: LeaseOptions): Promise<Lease> {
  const id = crypto.randomUUID();
  const now = databaseNow(db);
  if (isAlone) {
    // Its own life is proven by the lock: nothing is written, so that it also starts on a full disk.
    await db.deleteFrom("app_servers").where("expires_ms", ">", now).execute();
    return { id, release: () => Promise.resolve() };
  }
  const renew = async () => {
    const expires_ms = databaseNow(db, leaseMs);
    await db.insertInto("app_servers").values({ id, expires_ms })
      .onConflict((on) => on.column("id").doUpdateSet({ expires_ms })).execute();
  };
  // Rows of the dead are of no use, even to those who look for the dead.
  await db.deleteFrom("app_servers").where("expires_ms", "<=", now).execute();
  await renew();
  const heart = beat(renew, leaseMs / RENEWALS_PER_LEASE, log);
  return {
    id,
    async release() {
      await heart.stop();
      const leaving = db.deleteFrom("app_servers").where("id", "=", id).execute();
      await leaving.catch((error: unknown) => log.warn("lease.not_released", { error }));
    },
  };
}

/** One renewal at a time; one that fails is made good by the next. */
function beat(renew: () => Promise<void>, everyMs: number, log: Log) {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= renew().catch((error: unknown) => log.warn("lease.not_renewed", { error })).finally(() => {
      running = undefined;
    });
  }, everyMs);
  Deno.unrefTimer(timer);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Ids of the servers that live. */
export function livingServers(db: Db) {
  return db.selectFrom("app_servers").select("id").where("expires_ms", ">", databaseNow(db));
}
