/** The queues of the subscriptions service, for metrics. */
import type { Db } from "../../db/open.ts";
import { type QueueState, queueState } from "../../platform/telemetry/queue.ts";
import { isInFlight } from "./billing/claim_due.ts";
import { LIVE, UNFINISHED } from "./db/statuses.ts";

export async function subscriptionQueues(db: Db, nowMs: number): Promise<readonly QueueState[]> {
  const renewals = await db.selectFrom("subs_subscriptions").where("next_charge_ms", "<=", nowMs)
    .where("lease_ms", "<=", nowMs).where("status", "in", LIVE).where(({ not }) => not(isInFlight()))
    .select(({ fn }) => [
      fn.countAll<number>().as("depth"),
      fn.min<number | null>("next_charge_ms").as("oldestMs"),
      fn.min<number | null>("next_charge_ms").as("dueMs"),
    ]).executeTakeFirstOrThrow();
  const refunds = await db.selectFrom("subs_refunds").where("state", "=", "due")
    .select(({ fn }) => [
      fn.countAll<number>().as("depth"),
      fn.min<number | null>("created_ms").as("oldestMs"),
      fn.min<number | null>("next_ms").as("dueMs"),
    ]).executeTakeFirstOrThrow();
  return [
    queueState("renewals", renewals, nowMs),
    queueState("refunds", refunds, nowMs),
    queueState("checkouts", await dueCheckouts(db, nowMs), nowMs),
  ];
}

/** Rows without a due time are of the previous release; the first run of the job gives them one. */
async function dueCheckouts(db: Db, nowMs: number) {
  return await db.selectFrom("subs_checkouts").where("next_ms", "<=", nowMs).where("next_ms", ">", 0)
    .where("state", "in", UNFINISHED)
    .select(({ fn }) => [
      fn.countAll<number>().as("depth"),
      fn.min<number | null>("created_ms").as("oldestMs"),
      fn.min<number | null>("next_ms").as("dueMs"),
    ]).executeTakeFirstOrThrow();
}
