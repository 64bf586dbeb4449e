import type { Outcome } from "../acquirer/acquirer.ts";
import { RECONCILE_MS } from "../context/constants.ts";
import { readExecution } from "../executions/executions.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow } from "../db/tables.ts";
import { applyOutcome, type BegunIntent } from "./apply_outcome.ts";

/**
 * Calls the acquirer for a committed intent and applies the outcome. When the answer is lost, the service asks for the
 * outcome and never repeats the call.
 */
export async function callAcquirer(
  context: PaymentContext,
  begun: BegunIntent,
  call: () => Promise<Outcome>,
): Promise<ExecutionRow> {
  const { intent } = begun;
  // While the key is in this set, no poll of this server resolves the intent; its lease keeps other servers away.
  context.callsInProgress.add(intent.key);
  try {
    return await callAndApply(context, begun, call);
  } finally {
    context.callsInProgress.delete(intent.key);
  }
}

async function callAndApply(
  context: PaymentContext,
  begun: BegunIntent,
  call: () => Promise<Outcome>,
): Promise<ExecutionRow> {
  const { intent } = begun;
  let outcome: Outcome | undefined;
  try {
    // An acquirer that does not answer in time is treated like one whose answer was lost.
    outcome = await call();
  } catch (error) {
    context.log.warn("acquirer.answer-lost", { error: nameOf(error), key: intent.key });
    outcome = await findOutcome(context, intent.key);
  }
  // Without an outcome the intent stays open, and every later read of the execution asks again.
  const after = outcome === undefined ? undefined : await applyWithRetry(context, begun, outcome);
  return after ?? await readExecution(context.db, intent.execution_id);
}

/**
 * Runs once more after any error, with nothing known in advance: two payments that store the same card at once may
 * collide on its row, which the second attempt finds; the execution may have changed; the connection may have been
 * lost. The first attempt has left nothing behind, and what was applied is not applied again.
 */
async function applyWithRetry(
  context: PaymentContext,
  begun: BegunIntent,
  outcome: Outcome,
): Promise<ExecutionRow | undefined> {
  try {
    return await applyOutcome(context, begun, outcome);
  } catch (error) {
    const { intent, record } = begun;
    context.log.warn("outcome.applied-again", { error, key: intent.key });
    return await applyOutcome(context, { intent, record }, outcome);
  }
}

/** Only the name: an adapter's message may quote the card it was given. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

async function findOutcome({ acquirer }: PaymentContext, key: string): Promise<Outcome | undefined> {
  for (const pauseMs of RECONCILE_MS) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    try {
      const found = await acquirer.find(key);
      if (found !== undefined) return found;
    } catch {
      // The acquirer is unreachable. The next pause is longer, and recovery asks after the last one.
    }
  }
  return undefined;
}
