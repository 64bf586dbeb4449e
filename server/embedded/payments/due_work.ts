/** What falls due without anybody asking: overdue calls, payments that settle by themselves, notices, new keys of the vault, old keys of requests. */
import { PRUNE_BATCH, PRUNE_EVERY_MS } from "./context/constants.ts";
import { pruneDisplays } from "./instruments/reveal.ts";
import { readExecution } from "./executions/executions.ts";
import { pruneKeys } from "./idempotency/idempotency.ts";
import type { Service } from "./context/context.ts";
import { recover, refresh } from "./reconcile/reconcile.ts";
import { pruneGuards } from "./fraud/card_testing.ts";
import { pruneVelocity } from "./fraud/velocity.ts";
import { sendWebhooks } from "./webhooks/webhooks.ts";

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
  await recover(service);
  const due = await db.selectFrom("pay_executions").select("id").where("due_ms", "<=", clock.now()).limit(BATCH)
    .execute();
  for (const { id } of due) await refresh(service, await readExecution(db, id));
}
