/** The queues of the payments service, for metrics: each is a query of its own. */
import { sql } from "kysely";
import type { Db } from "../../db/open.ts";
import { dueQuery } from "./webhooks/send_webhooks.ts";
import type { QueueRow } from "../../platform/telemetry/queue.ts";

// Literals: the partial indexes of waiting webhooks and open intents serve nothing else.
export const PAYMENT_QUEUES = {
  async webhooks(db: Db, nowMs: number): Promise<QueueRow> {
    const row = await db.selectFrom("pay_webhooks").where("state", "=", sql.lit("waiting"))
      .select(({ fn }) => [fn.countAll<number>().as("depth"), fn.min<number | null>("created_ms").as("oldestMs")])
      .executeTakeFirstOrThrow();
    // A webhook queued behind another one of its execution that waits for its next attempt is not due.
    const due = dueQuery({ db, clock: { now: () => nowMs }, sending: new Map() });
    const { dueMs } = await db.selectFrom(due.as("due"))
      .select(({ fn }) => fn.min<number | null>("next_ms").as("dueMs")).executeTakeFirstOrThrow();
    return { ...row, dueMs };
  },
  async "open-intents"(db: Db): Promise<QueueRow> {
    return await db.selectFrom("pay_intents").where("is_open", "=", sql.lit(1))
      .select(({ fn }) => [
        fn.countAll<number>().as("depth"),
        fn.min<number | null>("created_ms").as("oldestMs"),
        fn.min<number | null>("created_ms").as("dueMs"),
      ]).executeTakeFirstOrThrow();
  },
} as const;
