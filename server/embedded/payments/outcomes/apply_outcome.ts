/** Applies an acquirer's outcome to the execution: one transaction, once per intent (SECURITY R8). */
import type { Outcome } from "../acquirer/acquirer.ts";
import { DECLINE_RESULTS } from "../acquirer/decline_results.ts";
import type { Recording } from "../idempotency/claim.ts";
import type { MoveEntry } from "../executions/execution_state.ts";
import { parseStatuses, readExecution, stateChangeOf } from "../executions/executions.ts";
import type { Queries } from "../db/queries.ts";
import { writeWithWebhook } from "../webhooks/write_webhooks.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow, InstrumentRow, IntentRow } from "../db/tables.ts";
import { stepOf } from "./steps.ts";

/** A committed intent with the rows that are known without a query. */
export interface BegunIntent {
  readonly intent: IntentRow;
  /** The execution as the intent's transaction left it. */
  readonly row: ExecutionRow;
  /** Stores the request's answer in the transaction of the outcome. */
  readonly record: Recording | undefined;
  /** The instrument that was written with the intent. */
  readonly storing?: InstrumentRow | undefined;
}

/**
 * Safe to call twice and from two processes: only the call that closes the intent changes the execution and returns it.
 * A capture, refund or cancellation that the acquirer has not decided stays open: every later read asks again.
 */
export async function applyOutcome(
  context: PaymentContext,
  { intent, row: known, record, storing }: Pick<BegunIntent, "intent"> & Partial<BegunIntent>,
  outcome: Outcome,
): Promise<ExecutionRow | undefined> {
  const { db, clock } = context;
  if (!isDecided(intent, outcome)) return undefined;
  try {
    const after = await db.transaction().execute(async (trx) => {
      const nowMs = clock.now();
      await closeIntent(trx, { intent, outcome, nowMs });
      const row = known ?? await readExecution(trx, intent.execution_id);
      const step = await stepOf({ context, db: trx }, { row, intent, outcome, storing });
      const change = stateChangeOf({ row, event: step.event }, {
        nowMs,
        move: moveOf(intent),
        ...step,
      });
      await writeWithWebhook(context, trx, change);
      const isLater = parseStatuses(change.after).at(-1)?.timeMs !== nowMs;
      if (outcome.kind === "approved" && isLater) await writeMoveTime(trx, { intent, outcome, after: change.after });
      await record?.finish(trx, change.after);
      return change.after;
    });
    record?.done();
    countOutcome(context, { intent, outcome, after });
    return after;
  } catch (error) {
    if (error instanceof IntentClosed) return undefined;
    throw error;
  }
}

/** An authorize call that is not decided makes the payment pending, which is an outcome of its own. */
export function isDecided({ kind }: IntentRow, outcome: Outcome): boolean {
  return kind === "authorize" || (outcome.kind !== "pending" && outcome.kind !== "asks");
}

interface Applied {
  readonly intent: IntentRow;
  readonly outcome: Outcome;
  readonly after: ExecutionRow;
}

/** Only reasons of our own list become labels: an adapter may pass on what its provider sends. */
export function countOutcome(
  { count }: PaymentContext,
  { intent: { kind, amount_minor }, outcome, after }: Applied,
): void {
  const reason = outcome.kind !== "declined"
    ? "none"
    : DECLINE_RESULTS.find((known) => known === outcome.result) ?? "other";
  count("payments", { kind, outcome: outcome.kind, reason });
  if (outcome.kind !== "approved") return;
  const { currency, capture } = after;
  count("money", { kind, currency }, amount_minor);
  if (kind === "authorize" && capture === "automatic") count("money", { kind: "capture", currency }, amount_minor);
}

/** The move that an approval of this call makes. An automatic capture has the key of its authorize call. */
export function moveOf({ key, amount_minor }: IntentRow): MoveEntry {
  return { id: key, minor: amount_minor };
}

/**
 * Keeps the outcome with the call, at the time of its last status: by it the list finds executions whose money moved,
 * so it has to be that of the move to the millisecond.
 */
export async function writeMoveTime(db: Queries, { intent, outcome, after }: Applied): Promise<void> {
  await db.updateTable("pay_intents")
    .set({ outcome: outcome.kind, resolved_ms: parseStatuses(after).at(-1)?.timeMs ?? null })
    .where("key", "=", intent.key).execute();
}

/** Another server has resolved the intent; this transaction rolls back. */
class IntentClosed extends Error {
  override readonly name = "IntentClosed";
}

interface ClosedIntent {
  readonly intent: IntentRow;
  readonly outcome: Outcome;
  readonly nowMs: number;
}

async function closeIntent(db: Queries, { intent, outcome, nowMs }: ClosedIntent): Promise<void> {
  const { numUpdatedRows } = await db.updateTable("pay_intents")
    .set({ is_open: 0, outcome: outcome.kind, resolved_ms: nowMs })
    .where("key", "=", intent.key).where("is_open", "=", 1).executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new IntentClosed();
}
