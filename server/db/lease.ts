/**
 * Leases of servers: each server renews a row of its own, and its work in progress carries the row's id. Another server
 * may take over work only when the row it names is gone or expired.
 *
 * While the database is unreachable, all leases expire at once. A server may therefore judge other leases only after it
 * has renewed its own for a whole lease period: by then every live server has renewed too.
 *
 * The lease is a row and not a Postgres session lock, since a transaction pooler drops session locks. Times are the
 * database's, so that servers whose clocks differ agree.
 */
import { withDeadline } from "../platform/deadline.ts";
import type { Log } from "../platform/log.ts";
import { databaseNow } from "./database_clock.ts";
import type { Db } from "./open.ts";

/** Other servers take over a dead server's work after this time; a stalled process must resume before. */
export const LEASE_MS = 10_000;
const RENEWALS_PER_LEASE = 5;
/** The database's time is known to half of this. */
const EXACT_WITHIN_MS = 1_000;
/** Rows of dead servers are kept this long, for servers that may not judge leases yet; no call takes that long. */
const KEEP_DEAD_MS = 86_400_000;

export interface Lease {
  readonly id: string;
  /**
   * Releases this server's work at once; if the database is unreachable, the work is released when the lease expires.
   */
  release(): Promise<void>;
}

export interface LeaseOptions {
  readonly log: Log;
  /** The caller holds a lock which proves that no other server uses this database, so all other leases are void. */
  readonly isAlone?: boolean;
  readonly leaseMs?: number;
  /** Called with the database's time at every renewal. */
  readonly onDatabaseTime?: ((databaseMs: number) => void) | undefined;
}

export async function takeLease(
  db: Db,
  { log, isAlone = false, leaseMs = LEASE_MS, onDatabaseTime = () => {} }: LeaseOptions,
): Promise<Lease> {
  const id = crypto.randomUUID();
  if (isAlone) {
    // The lock already proves that this server lives. Nothing is written, so it also starts on a full disk.
    await db.deleteFrom("app_servers").execute();
    return { id, release: () => Promise.resolve() };
  }
  await db.deleteFrom("app_servers").where("expires_ms", "<=", databaseNow(db, -KEEP_DEAD_MS)).execute();
  const renew = async () => {
    const startedMs = performance.now();
    const databaseMs = await renewLease(db, id, leaseMs);
    const tookMs = performance.now() - startedMs;
    // The database read its clock somewhere within this time. A slow answer says too little.
    if (tookMs <= EXACT_WITHIN_MS) onDatabaseTime(databaseMs + tookMs / 2);
  };
  await renew();
  const heart = beat(renew, leaseMs / RENEWALS_PER_LEASE, log);
  return {
    id,
    async release() {
      await heart.stop();
      const released = db.deleteFrom("app_servers").where("id", "=", id).execute();
      await released.catch((error: unknown) => log.warn("lease.not-released", { error }));
    },
  };
}

/**
 * Returns the database's time. After a gap of half a lease in its own renewals a server may not judge others: their
 * silence may share its cause.
 */
async function renewLease(db: Db, id: string, leaseMs: number): Promise<number> {
  const now = databaseNow(db);
  const over = databaseNow(db, leaseMs);
  const fresh = { expires_ms: over, judges_until_ms: databaseNow(db, leaseMs / 2) };
  const { now_ms } = await db.insertInto("app_servers").values({ id, ...fresh, judges_from_ms: over })
    .onConflict((on) =>
      on.column("id").doUpdateSet((eb) => ({
        ...fresh,
        judges_from_ms: eb.case().when("app_servers.judges_until_ms", ">", now)
          .then(eb.ref("app_servers.judges_from_ms")).else(over).end(),
      }))
    ).returning(now.as("now_ms")).executeTakeFirstOrThrow();
  return Number(now_ms);
}

/** Renewals do not wait for each other: one on a dead connection must not keep the next from a live one. */
function beat(renew: () => Promise<void>, everyMs: number, log: Log) {
  let latest: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    const late = () => new Error("The lease was not renewed in time");
    latest = withDeadline(renew(), everyMs, late).catch((error: unknown) => log.warn("lease.not-renewed", { error }));
  }, everyMs);
  Deno.unrefTimer(timer);
  return {
    async stop() {
      clearInterval(timer);
      await latest;
    },
  };
}

/**
 * Ids of the live servers, as far as server `judge` is able to tell; if it is not, all servers that did not sign off.
 */
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
