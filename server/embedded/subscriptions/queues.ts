/** The queues of the subscriptions service, for metrics: each is a query of its own. */
import type { Db } from "../../db/open.ts";
import type { QueueRow } from "../../platform/telemetry/queue.ts";
import { COMPLETE_AFTER_MS } from "./context/constants.ts";
import { isInFlight } from "./billing/claim_due.ts";
import { COMPLETING, LIVE, OPEN, UNFINISHED } from "./db/statuses.ts";

export const SUBSCRIPTION_QUEUES = {
  async renewals(db: Db, nowMs: number): Promise<QueueRow> {
    return await db.selectFrom("subs_subscriptions").where("next_charge_ms", "<=", nowMs)
      .where("lease_ms", "<=", nowMs).where("status", "in", LIVE).where(({ not }) => not(isInFlight()))
      .select(({ fn }) => [
        fn.countAll<number>().as("depth"),
        fn.min<number | null>("next_charge_ms").as("oldestMs"),
        fn.min<number | null>("next_charge_ms").as("dueMs"),
      ]).executeTakeFirstOrThrow();
  },
  async refunds(db: Db): Promise<QueueRow> {
    return await db.selectFrom("subs_refunds").where("state", "=", "due")
      .select(({ fn }) => [
        fn.countAll<number>().as("depth"),
        fn.min<number | null>("created_ms").as("oldestMs"),
        fn.min<number | null>("next_ms").as("dueMs"),
      ]).executeTakeFirstOrThrow();
  },
  async checkouts(db: Db, nowMs: number): Promise<QueueRow> {
    const [due, unfinished] = [await dueCheckouts(db, nowMs), await unfinishedPurchases(db, nowMs)];
    return {
      depth: Number(due.depth) + Number(unfinished.depth),
      oldestMs: earlier(due.oldestMs, unfinished.oldestMs),
      dueMs: earlier(due.dueMs, unfinished.dueMs),
    };
  },
} as const;

/** Rows without a due time are of the previous release; the first run of the job gives them one. */
async function dueCheckouts(db: Db, nowMs: number): Promise<QueueRow> {
  return await db.selectFrom("subs_checkouts").where("next_ms", "<=", nowMs).where("next_ms", ">", 0)
    .where("state", "in", UNFINISHED).where("state", "=", OPEN)
    .select(({ fn }) => [
      fn.countAll<number>().as("depth"),
      fn.min<number | null>("created_ms").as("oldestMs"),
      fn.min<number | null>("next_ms").as("dueMs"),
    ]).executeTakeFirstOrThrow();
}

/**
 * Purchases that nothing finished, by the age of their last attempt: a recovery that fails is due later each time, and
 * its buyer waits all the same.
 */
async function unfinishedPurchases(db: Db, nowMs: number): Promise<QueueRow> {
  const { changedMs, ...row } = await db.selectFrom("subs_checkouts")
    .where("state", "=", COMPLETING).where("changed_ms", "<=", nowMs - COMPLETE_AFTER_MS)
    .select(({ fn }) => [
      fn.countAll<number>().as("depth"),
      fn.min<number | null>("created_ms").as("oldestMs"),
      fn.min<number | null>("changed_ms").as("changedMs"),
    ]).executeTakeFirstOrThrow();
  return { ...row, dueMs: changedMs === null ? null : Number(changedMs) + COMPLETE_AFTER_MS };
}

function earlier(one: number | string | null, other: number | string | null): number | null {
  const times = [one, other].flatMap((time) => time === null ? [] : [Number(time)]);
  return times.length === 0 ? null : Math.min(...times);
}
