/** What falls due without anybody asking: overdue calls, payments that settle by themselves, notices, new keys of the vault, old keys of requests. */
import { PRUNE_BATCH, PRUNE_EVERY_MS, STALE_INTENT_MS } from "./constants.ts";
import { pruneDisplays } from "./display.ts";
import { readExecution } from "./executions.ts";
import { pruneKeys } from "./idempotency.ts";
import type { Service } from "./service.ts";
import { OPEN, refresh } from "./refresh.ts";
import { pruneGuards } from "./guards.ts";
import { pruneVelocity } from "./velocity.ts";
import { sendWebhooks } from "./webhooks.ts";

const BATCH = 100;
/** Between two batches of old keys, in which payments go first. */
const BREATH_MS = 20;

/** Rounds of due work; old keys go once an hour of the service's clock. */
export function createWork(service: Service): () => Promise<void> {
  let prunedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    await settleDue(service);
    await sendWebhooks(service);
    await service.keys.refresh();
    if (service.clock.now() < prunedMs + PRUNE_EVERY_MS) return;
    prunedMs = service.clock.now();
    await pruneVelocity(service);
    await pruneGuards(service);
    await pruneDisplays(service);
    while (await pruneKeys(service) === PRUNE_BATCH) await new Promise((resolve) => setTimeout(resolve, BREATH_MS));
  };
}

/** Safe to run in many servers at once, since every change is compare-and-set. */
async function settleDue(service: Service): Promise<void> {
  const { db, clock } = service;
  const nowMs = clock.now();
  const overdue = await db.selectFrom("pay_intents").select("execution_id").where("is_open", "=", OPEN)
    .where("created_ms", "<=", nowMs - STALE_INTENT_MS).limit(BATCH).execute();
  const due = await db.selectFrom("pay_executions").select("id").where("due_ms", "<=", nowMs).limit(BATCH).execute();
  for (const id of new Set([...overdue.map((row) => row.execution_id), ...due.map((row) => row.id)])) {
    await refresh(service, await readExecution(db, id));
  }
}
