/** Continues a payment after the shopper acted on the issuer page or confirmed in a wallet. */
import type { Answer } from "../acquirer/acquirer.ts";
import type { Event } from "../executions/execution_state.ts";
import type { Recording } from "../idempotency/claim.ts";
import { isRefusedChange, stateChangeOf } from "../executions/executions.ts";
import type { Trx } from "../db/queries.ts";
import { ApiError } from "../context/api_errors.ts";
import { continueKey } from "../db/ids.ts";
import { currentRequestId } from "../../../platform/telemetry/request_scope.ts";
import type { PaymentContext } from "../context/context.ts";
import { callAcquirer } from "../outcomes/call_acquirer.ts";
import { openIntent } from "../outcomes/open_intent.ts";
import { writeWithWebhook } from "../webhooks/write_webhooks.ts";
import type { ExecutionRow } from "../db/tables.ts";

interface Continuation {
  readonly row: ExecutionRow;
  readonly answer: Answer;
  /** Default: what the shopper's answer to this action means. */
  readonly event?: Event;
  /** What the answer closes, in the same transaction: after a crash both are written or neither (SECURITY R8). */
  readonly close?: (trx: Trx) => Promise<void>;
  /** Left out on the issuer page, where the challenge itself can be closed only once. */
  readonly request?: { readonly requestKey: string; readonly record: Recording };
}

/** Continues the pending charge under a new key. A second answer finds no pending charge. */
export async function continueAuthorization(
  context: PaymentContext,
  { row, answer, event = row.action === "confirm" ? "confirm_requested" : "shopper_answered", close, request }:
    Continuation,
): Promise<ExecutionRow> {
  const { db, clock, acquirer } = context;
  const continues = row.charge_key;
  if (row.state !== "pending" || row.action === null || continues === null) throw new ApiError("state-conflict");
  const first = await db.selectFrom("pay_intents").selectAll().where("key", "=", continues).executeTakeFirst();
  const nowMs = clock.now();
  const intent = openIntent(context, nowMs, {
    key: continueKey(continues),
    execution_id: row.id,
    kind: "authorize",
    amount_minor: row.amount_minor,
    instrument_id: first?.instrument_id ?? null,
    method: first?.method ?? null,
    preferred_scheme: first?.preferred_scheme ?? null,
    stores: first?.stores ?? 0,
    request_key: request?.requestKey ?? null,
  });
  let begun: ExecutionRow;
  try {
    begun = await db.transaction().execute(async (trx) => {
      const changes = { action: null, action_id: null, due_ms: null };
      const move = stateChangeOf({ row, event }, { nowMs, changes });
      await close?.(trx);
      await request?.record.take(trx);
      await writeWithWebhook(context, trx, move);
      await trx.insertInto("pay_intents").values({ ...intent, request_id: currentRequestId() }).execute();
      return move.after;
    });
  } catch (error) {
    if (!isRefusedChange(error)) throw error;
    throw new ApiError("state-conflict", { cause: error });
  }
  return await callAcquirer(
    context,
    { intent, row: begun, record: request?.record },
    () => acquirer.continue({ key: intent.key, continues, answer }),
  );
}
