/**
 * Rate limits shared by all servers of one database, counted per limit and client and dropped with their window.
 */
import { sql } from "kysely";
import type { Clock } from "../platform/clock.ts";
import { sha256Hex } from "../platform/crypto/secrets.ts";
import { ipKey, siteKey } from "../platform/http/ip_address.ts";
import type { Db } from "./open.ts";

export interface Limit {
  readonly name: string;
  /** Requests allowed within one window. */
  readonly points: number;
  readonly windowMs: number;
}

export interface SharedLimits {
  /** Counts one request, or as many points; returns the milliseconds to wait, 0 while within the limit. */
  take(limit: Limit, place: string, points?: number): Promise<number>;
  /** Milliseconds to wait when the limit is used up, otherwise 0; counts nothing. */
  waitMs(limit: Limit, place: string): Promise<number>;
  /** Takes one request back, and with the last one the row; false when none is counted. */
  giveBack(limit: Limit, place: string): Promise<boolean>;
}

export function createSharedLimits({ db, clock }: { readonly db: Db; readonly clock: Clock }): SharedLimits {
  return {
    async take(limit, place, points = 1) {
      const nowMs = clock.now();
      const overMs = nowMs - limit.windowMs;
      const { since_ms, count } = await db.insertInto("app_limits")
        .values({ key: keyOf(limit, place), since_ms: nowMs, count: points })
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet({
            count:
              sql`case when app_limits.since_ms <= ${overMs} then excluded.count else app_limits.count + excluded.count end`,
            since_ms:
              sql`case when app_limits.since_ms <= ${overMs} then excluded.since_ms else app_limits.since_ms end`,
          })
        ).returning(["since_ms", "count"]).executeTakeFirstOrThrow();
      return count > limit.points ? since_ms + limit.windowMs - nowMs : 0;
    },
    async waitMs(limit, place) {
      const nowMs = clock.now();
      const row = await db.selectFrom("app_limits").select(["since_ms", "count"])
        .where("key", "=", keyOf(limit, place)).executeTakeFirst();
      if (row === undefined || row.count < limit.points) return 0;
      return Math.max(0, row.since_ms + limit.windowMs - nowMs);
    },
    async giveBack(limit, place) {
      const last = await db.deleteFrom("app_limits").where("key", "=", keyOf(limit, place)).where("count", "<=", 1)
        .returning("count").executeTakeFirst();
      if (last !== undefined) return last.count === 1;
      const { numUpdatedRows } = await db.updateTable("app_limits").set((eb) => ({ count: eb("count", "-", 1) }))
        .where("key", "=", keyOf(limit, place)).executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}

/** The networks of one customer of a provider have five times the limit of one, and never more than a quarter of all. */
const NETWORKS_OF_SITE = 5;
const SHARE_OF_SITE = 0.25;

/**
 * Counts one request, or as many points, of the network of this address, one of its site and one of all networks together, each when the
 * limit before lets it pass: what a network or a site sends above its limit takes nothing from the others. False above a
 * limit.
 */
export async function takeOfNetwork(
  limits: SharedLimits,
  { one, all }: { readonly one: Limit; readonly all: Limit },
  ip: string,
  points = 1,
): Promise<boolean> {
  const ofSite = Math.floor(Math.min(NETWORKS_OF_SITE * one.points, SHARE_OF_SITE * all.points));
  const site = { ...one, name: `${one.name}_site`, points: ofSite };
  return await limits.take(one, ipKey(ip), points) === 0 && await limits.take(site, siteKey(ip), points) === 0 &&
    await limits.take(all, "", points) === 0;
}

/** Only the hash of the address is stored. */
function keyOf({ name }: Limit, place: string): string {
  return `${name} ${sha256Hex(`${name} ${place}`)}`;
}
