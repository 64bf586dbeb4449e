/** Cards that are good for one payment: which payment has one, and their end when none is made. */
import { sql } from "kysely";
import { lockFreeRows } from "../../../db/locks.ts";
import { ApiError } from "../context/api_errors.ts";
import { PRUNE_BATCH, TRANSIENT_KEEP_MS } from "../context/constants.ts";
import type { PaymentContext } from "../context/context.ts";
import type { Trx } from "../db/queries.ts";

/**
 * Claims a card that is good for one payment, with the call to the acquirer: a second execution that pays with it at
 * the same time is refused. The new time keeps the row from being deleted by age in between.
 */
export async function claimTransient(
  trx: Trx,
  { id, executionId, nowMs }: { readonly id: string; readonly executionId: string; readonly nowMs: number },
): Promise<void> {
  const { numUpdatedRows } = await trx.updateTable("pay_instruments")
    .set({ paying_execution_id: executionId, updated_ms: nowMs }).where("id", "=", id)
    .where("status", "=", "transient")
    .where(({ eb, or }) => or([eb("paying_execution_id", "is", null), eb("paying_execution_id", "=", executionId)]))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) return;
  throw new ApiError("composition-invalid", {
    detail: "This card was saved for one payment, and another one uses it. Nothing was charged.",
  });
}

/** Cards that were tokenized for one payment which was not made. A payment that has no end yet keeps its card. */
export async function pruneTransient(
  { db, clock }: Pick<PaymentContext, "db" | "clock">,
  batch = PRUNE_BATCH,
): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    // Literals rather than parameters: the partial indexes serve only them.
    const old = trx.selectFrom("pay_instruments").select("id").where("status", "=", sql.lit("transient"))
      .where("updated_ms", "<", clock.now() - TRANSIENT_KEEP_MS)
      .where(({ not, exists, selectFrom }) =>
        not(exists(
          selectFrom("pay_intents as call").select("call.key").where("call.is_open", "=", sql.lit(1))
            .whereRef("call.instrument_id", "=", "pay_instruments.id"),
        ))
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(
          selectFrom("pay_executions as waiting").innerJoin("pay_intents as charge", "charge.key", "waiting.charge_key")
            .select("charge.key").where("waiting.due_ms", "is not", null)
            .whereRef("charge.instrument_id", "=", "pay_instruments.id"),
        ))
      ).limit(batch);
    // One that is being claimed stays.
    const rows = await lockFreeRows(trx, old);
    if (rows.length === 0) return 0;
    await trx.deleteFrom("pay_instruments").where("id", "in", rows.map(({ id }) => id)).execute();
    return rows.length;
  });
}
