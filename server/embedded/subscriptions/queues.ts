/** The queues of the subscriptions service, for metrics: each is a query of its own. */
import type { Db } from "../../db/open.ts";
import type { QueueRow } from "../../platform/telemetry/queue.ts";
import { isInFlight } from "./billing/claim_due.ts";
import { LIVE, UNFINISHED } from "./db/statuses.ts";

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
  /** Rows without a due time are of the previous release; the first run of the job gives them one. */
  async checkouts(db: Db, nowMs: number): Promise<QueueRow> {
    return await db.selectFrom("subs_checkouts").where("next_ms", "<=", nowMs).where("next_ms", ">", 0)
      .where("state", "in", UNFINISHED)
      .select(({ fn }) => [
        fn.countAll<number>().as("depth"),
        fn.min<number | null>("created_ms").as("oldestMs"),
        fn.min<number | null>("next_ms").as("dueMs"),
      ]).executeTakeFirstOrThrow();
  },
} as const;
