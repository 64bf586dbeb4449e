/**
 * Proof of life: each server holds a row that it renews, and what it has in hand carries its id. Work of a server whose
 * row is gone or expired may be taken over, and no other work.
 *
 * A database that was away expires all rows at once. So a row that was not renewed in time counts only with a server that
 * has renewed its own for a whole lease since: by then every server that lives has renewed its own as well.
 *
 * Leases and not session locks of Postgres, since a pooler that hands out connections by transaction drops those. Time is
 * the database's own, so that servers whose clocks differ agree on who lives.
 */
import type { Log } from "../platform/log.ts";
import { databaseNow } from "./database_clock.ts";
import type { Db } from "./open.ts";

/** Other servers take over what a dead one had in hand after this time; a stalled process must be back before. */
export const LEASE_MS = 10_000;
const RENEWALS_PER_LEASE = 5;
/** No call is in hand that long: rows of the dead are kept so long for those who may not say yet that they are. */
const KEEP_DEAD_MS = 86_400_000;

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
  if (isAlone) {
    // Its own life is proven by the lock: nothing is written, so that it also starts on a full disk.
    await db.deleteFrom("app_servers").execute();
    return { id, release: () => Promise.resolve() };
  }
  await db.deleteFrom("app_servers").where("expires_ms", "<=", databaseNow(db, -KEEP_DEAD_MS)).execute();
  const renew = () => renewLease(db, id, leaseMs);
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

/** After a pause of half a lease it is not this server's to say who else was silent: its own silence had a reason too. */
async function renewLease(db: Db, id: string, leaseMs: number): Promise<void> {
  const now = databaseNow(db);
  const over = databaseNow(db, leaseMs);
  const fresh = { expires_ms: over, judges_until_ms: databaseNow(db, leaseMs / 2) };
  await db.insertInto("app_servers").values({ id, ...fresh, judges_from_ms: over })
    .onConflict((on) =>
      on.column("id").doUpdateSet((eb) => ({
        ...fresh,
        judges_from_ms: eb.case().when("app_servers.judges_until_ms", ">", now)
          .then(eb.ref("app_servers.judges_from_ms")).else(over).end(),
      }))
    ).execute();
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

/** Ids of the servers that live, as far as the server `judge` may say: otherwise all that have not said goodbye. */
export function livingServers(db: Db, judge: string) {
  const now = databaseNow(db);
  return db.selectFrom("app_servers").select("id").where((eb) =>
    eb.or([
      eb("expires_ms", ">", now),
      eb.not(eb.exists(
        eb.selectFrom("app_servers as judge").select("judge.id").where("judge.id", "=", judge)
          .where("judge.judges_from_ms", "<=", now).where("judge.judges_until_ms", ">", now),
      )),
    ])
  );
}
