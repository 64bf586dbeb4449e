/**
 * Work that falls due without a request: overdue intents, pending payments, disputes, webhooks, new vault keys, expired
 * rows.
 */
import { namedJob, type Work } from "../../platform/jobs.ts";
import { PRUNE_BATCH, PRUNE_EVERY_MS } from "./context/constants.ts";
import { pruneEvidence } from "./disputes/prune_evidence.ts";
import { createRatioWarning } from "./disputes/dispute_ratio.ts";
import { syncDisputes } from "./disputes/sync_disputes.ts";
import { syncCardUpdates } from "./instruments/card_updates.ts";
import { pruneTransient } from "./instruments/transient.ts";
import { pruneReveals } from "./instruments/reveal.ts";
import { readExecution } from "./executions/executions.ts";
import { pruneIntents, prunePaid, pruneSeals, pruneUnpaid } from "./executions/prune_executions.ts";
import { pruneKeys } from "./idempotency/idempotency.ts";
import type { PaymentContext } from "./context/context.ts";
import { nameOf } from "./outcomes/call_acquirer.ts";
import { reconcile, recoverIntents } from "./reconcile/reconcile.ts";
import { pruneDeclines, pruneRestrictions } from "./fraud/card_testing.ts";
import { pruneVelocity } from "./fraud/velocity.ts";
import { pruneDeliveries } from "./webhooks/deliveries.ts";
import { sendWebhooks, startWebhooks } from "./webhooks/send_webhooks.ts";

const BATCH = 100;
/** Pause between two batches of deletions, in which payments go first. */
const PRUNE_PAUSE_MS = 20;
const PRUNE_RETRY_MS = 60_000;

const PRUNED = [
  pruneVelocity,
  pruneDeclines,
  pruneRestrictions,
  pruneReveals,
  pruneTransient,
  pruneEvidence,
  pruneKeys,
  pruneDeliveries,
  pruneUnpaid,
  prunePaid,
  pruneIntents,
  pruneSeals,
];

/**
 * The jobs of the service, each for a loop of its own. Expired rows are deleted once an hour of the service's clock.
 */
export function createDueWork(context: PaymentContext): readonly Work[] {
  return [
    namedJob("payments-open-intents", (stopping) => resolveDue(context, stopping)),
    namedJob("payments-disputes", (stopping) => readFeeds(context, stopping)),
    namedJob("payments-dispute-ratio", createRatioWarning(context)),
    namedJob(
      "payments-webhooks",
      (stopping) => stopping === undefined ? sendWebhooks(context) : startWebhooks(context),
    ),
    namedJob("payments-keys", () => context.keys.refresh()),
    namedJob("payments-deletions", createPruning(context)),
  ];
}

/** An acquirer that is unavailable delays nothing else: the next round reads from the same place. */
async function readFeeds(context: PaymentContext, stopping?: AbortSignal): Promise<void> {
  for (const [name, read] of [["disputes", syncDisputes], ["card updates", syncCardUpdates]] as const) {
    try {
      await read(context, stopping);
    } catch (error) {
      context.log.warn("acquirer.unread", { list: name, error: nameOf(error) });
    }
  }
}

/** A kind of rows that cannot be deleted keeps no other; all are tried again after a minute. */
function createPruning(context: PaymentContext): Work {
  let nextMs = 0;
  return async (stopping) => {
    const nowMs = context.clock.now();
    if (nowMs < nextMs) return;
    nextMs = nowMs + PRUNE_EVERY_MS;
    const failed = new Map<string, unknown>();
    for (const prune of PRUNED) {
      try {
        while (stopping?.aborted !== true && await prune(context) === PRUNE_BATCH) {
          await new Promise((resolve) => setTimeout(resolve, PRUNE_PAUSE_MS));
        }
      } catch (error) {
        failed.set(prune.name, error);
      }
    }
    const [first] = failed;
    if (first === undefined) return;
    nextMs = nowMs + PRUNE_RETRY_MS;
    throw new Error(`Not deleted: ${[...failed.keys()].join(", ")}`, { cause: first[1] });
  };
}

/** Several servers may run this at once, since every change is compare-and-set. */
async function resolveDue(context: PaymentContext, stopping?: AbortSignal): Promise<void> {
  const { db, clock } = context;
  await recoverIntents(context, stopping);
  const due = await db.selectFrom("pay_executions").select("id").where("due_ms", "<=", clock.now()).orderBy("due_ms")
    .limit(BATCH).execute();
  for (const { id } of due) {
    if (stopping?.aborted === true) return;
    await reconcile(context, await readExecution(db, id));
  }
}
