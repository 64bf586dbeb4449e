/** What falls due without anybody asking: overdue calls, payments that settle by themselves, notices, new keys of the vault, old keys of requests. */
import { PRUNE_BATCH, PRUNE_EVERY_MS } from "./context/constants.ts";
import { pruneReveals } from "./instruments/reveal.ts";
import { readExecution } from "./executions/executions.ts";
import { pruneKeys } from "./idempotency/idempotency.ts";
import type { PaymentContext } from "./context/context.ts";
import { reconcile, recoverIntents } from "./reconcile/reconcile.ts";
import { pruneGuards } from "./fraud/card_testing.ts";
import { pruneVelocity } from "./fraud/velocity.ts";
import { sendWebhooks } from "./webhooks/webhooks.ts";

const BATCH = 100;
/** Between two batches of old keys, in which payments go first. */
const BREATH_MS = 20;

/** Rounds of due work; old keys go once an hour of the service's clock. */
export function createDueWork(context: PaymentContext): () => Promise<void> {
  let prunedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    await settleDue(context);
    await sendWebhooks(context);
    await context.keys.refresh();
    if (context.clock.now() < prunedMs + PRUNE_EVERY_MS) return;
    prunedMs = context.clock.now();
    await pruneVelocity(context);
    await pruneGuards(context);
    await pruneReveals(context);
    while (await pruneKeys(context) === PRUNE_BATCH) await new Promise((resolve) => setTimeout(resolve, BREATH_MS));
  };
}

/** Safe to run in many servers at once, since every change is compare-and-set. */
async function settleDue(context: PaymentContext): Promise<void> {
  const { db, clock } = context;
  await recoverIntents(context);
  const due = await db.selectFrom("pay_executions").select("id").where("due_ms", "<=", clock.now()).limit(BATCH)
    .execute();
  for (const { id } of due) await reconcile(context, await readExecution(db, id));
}
