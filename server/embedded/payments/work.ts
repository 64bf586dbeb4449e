/** What falls due without anybody asking: overdue calls, payments that settle by themselves, notices, old keys. */
import { STALE_INTENT_MS } from "./constants.ts";
import { readExecution } from "./executions.ts";
import { pruneKeys } from "./idempotency.ts";
import type { Service } from "./service.ts";
import { refresh } from "./refresh.ts";
import { sendWebhooks } from "./webhooks.ts";

const BATCH = 100;

/** One round; safe to run in many servers at once, since every change is compare-and-set. */
export async function work(service: Service): Promise<void> {
  const { db, clock } = service;
  const nowMs = clock.now();
  const overdue = await db.selectFrom("pay_intents").select("execution_id").where("is_open", "=", 1)
    .where("created_ms", "<=", nowMs - STALE_INTENT_MS).limit(BATCH).execute();
  const due = await db.selectFrom("pay_executions").select("id").where("due_ms", "<=", nowMs).limit(BATCH).execute();
  for (const id of new Set([...overdue.map((row) => row.execution_id), ...due.map((row) => row.id)])) {
    await refresh(service, await readExecution(db, id));
  }
  await sendWebhooks(service);
  await pruneKeys(service);
}
