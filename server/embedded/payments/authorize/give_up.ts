/** Gives up what a payment waits for at the shopper, so that the execution can be paid in another way at once. */
import { executionView } from "../executions/execution_view.ts";
import { readExecution } from "../executions/executions.ts";
import { ApiError } from "../context/api_errors.ts";
import type { PaymentContext } from "../context/context.ts";
import type { Trx } from "../db/queries.ts";
import type { ExecutionRow } from "../db/tables.ts";
import { type Claim, recordingOf } from "../idempotency/claim.ts";
import { reconcile } from "../reconcile/reconcile.ts";
import { isKnown } from "./authorize.ts";
import { continueAuthorization } from "./continue.ts";

/**
 * Tells the acquirer that the shopper cancelled, and returns the execution with the outcome. Only what waits for the
 * shopper can be given up: an execution that was paid, declined or answered in the meantime is returned unchanged. The
 * page that is given up takes no further answer, so that the first payment never succeeds beside the next one.
 */
export async function giveUp(
  context: PaymentContext,
  row: ExecutionRow,
  { requestKey, claim }: { readonly requestKey: string; readonly claim: Claim },
): Promise<ExecutionRow> {
  const known = claim.isRepeat && await isKnown(context, requestKey);
  const fresh = await reconcile(context, await readExecution(context.db, row.id));
  if (known) return fresh;
  if (fresh.state !== "pending" || fresh.action === null) {
    claim.changedNothing();
    return fresh;
  }
  const record = recordingOf(claim, (ended) => executionView(context.settings, ended));
  try {
    return await continueAuthorization(context, {
      row: fresh,
      answer: "cancelled",
      event: "given_up",
      close: closingOf(fresh.action_id),
      request: { requestKey, record },
    });
  } catch (error) {
    if (!isLate(error)) throw error;
    return await readExecution(context.db, row.id);
  }
}

/** Another request has closed the challenge. */
class ChallengeClosed extends Error {
  override readonly name = "ChallengeClosed";
}

/** Closes the page's challenge once: if an answer and a request to give up arrive together, one is too late. */
export function closingOf(challengeId: string | null): (trx: Trx) => Promise<void> {
  return async (trx) => {
    // A payment that waits for a wallet has no page to close.
    if (challengeId === null) return;
    const { numUpdatedRows } = await trx.updateTable("pay_challenges").set({ is_open: 0 })
      .where("id", "=", challengeId).where("is_open", "=", 1).executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new ChallengeClosed();
  };
}

/** Whether another request has answered first. */
export function isLate(error: unknown): boolean {
  return error instanceof ChallengeClosed || (error instanceof ApiError && error.code === "state-conflict");
}
