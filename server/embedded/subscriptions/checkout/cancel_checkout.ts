/** Cancels an execution the buyer will not pay, and retries at the provider until the money is returned. */
import { CANCEL_RETRY_MAX_MS, CANCEL_RETRY_MS } from "../context/constants.ts";
import type { CheckoutRow } from "../db/tables.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { forEachRow } from "../db/for_each_row.ts";
import { performOperation } from "../operations/operations.ts";
import { PaymentsError } from "../payments_client/send.ts";

const BATCH = 50;

/** Cancels an open checkout. One that is being completed stays, unless `from` names it. */
export async function cancelCheckout(
  context: SubscriptionContext,
  executionId: string,
  state: "cancelled" | "voided" = "cancelled",
  from: "open" | "completing" = "open",
): Promise<void> {
  const nowMs = context.clock.now();
  // Marked first, so that no call completes it in the meantime. If this server dies now, recovery informs the provider.
  const row = await context.db.updateTable("subs_checkouts")
    .set({ state, changed_ms: nowMs, buyer_json: "", cancel_ms: nowMs + CANCEL_RETRY_MS })
    .where("execution_id", "=", executionId).where("state", "=", from).returningAll().executeTakeFirst();
  if (row !== undefined) await cancelAtProvider(context, row);
}

/** Retries the cancels the provider could not be reached for or refused. Returns how many it accepted. */
export async function recoverCancels(context: SubscriptionContext): Promise<number> {
  const { db, clock } = context;
  const rows = await db.selectFrom("subs_checkouts").selectAll().where("cancel_ms", "<=", clock.now())
    .orderBy("cancel_ms").limit(BATCH).execute();
  return await forEachRow(context, {
    job: "subscriptions-cancels",
    rows,
    idOf: ({ execution_id }) => execution_id,
    work: (row) => retryCancel(context, row),
  });
}

/** Retries at growing intervals, on one server at a time. */
async function retryCancel(context: SubscriptionContext, row: CheckoutRow): Promise<boolean> {
  const { db, clock } = context;
  const nowMs = clock.now();
  const waitMs = Math.min(Math.max(nowMs - row.changed_ms, CANCEL_RETRY_MS), CANCEL_RETRY_MAX_MS);
  const { numUpdatedRows } = await db.updateTable("subs_checkouts").set({ cancel_ms: nowMs + waitMs })
    .where("execution_id", "=", row.execution_id).where("cancel_ms", "=", row.cancel_ms).executeTakeFirst();
  return numUpdatedRows > 0n && await cancelAtProvider(context, row);
}

/** While an issuer is still deciding, the cancel is refused and retried. What was captured anyway is refunded. */
async function cancelAtProvider(context: SubscriptionContext, row: CheckoutRow): Promise<boolean> {
  const { execution_id: executionId, cents } = row;
  try {
    const execution = await context.api.read(executionId);
    const kind = execution.operations.capture.last === "done" ? "refund" : "cancel";
    if (await performOperation(context, { kind, executionId, cents }, execution) !== "done") return false;
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    context.count("rows", { job_name: "subscriptions-cancels" });
    context.log.warn("checkout.not-cancelled", { executionId, error });
    return false;
  }
  await context.db.updateTable("subs_checkouts").set({ cancel_ms: null }).where("execution_id", "=", executionId)
    .execute();
  return true;
}
