/** Deletes executions, intents and used seals past their retention period, in small batches. */
import { sql } from "kysely";
import { lockFreeRows } from "../../../db/locks.ts";
import { INTENTS_KEEP_MS, PAID_KEEP_MS, PRUNE_BATCH, SEALS_KEEP_MS, UNPAID_KEEP_MS } from "../context/constants.ts";
import type { PaymentContext } from "../context/context.ts";
import { timePrefix } from "../db/ids.ts";
import type { Trx } from "../db/queries.ts";

type PrunePorts = Pick<PaymentContext, "db" | "clock">;

/** States in which no money is held and no call is open. */
const UNPAID = ["created", "declined", "cancelled"];

/** Payments that took no money. Returns how many were deleted. */
export async function pruneUnpaid({ db, clock }: PrunePorts, batch = PRUNE_BATCH): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    // Literals rather than parameters: the partial index serves only them.
    const old = trx.selectFrom("pay_executions").select("id").where("captured_minor", "=", sql.lit(0))
      .where("authorized_minor", "=", sql.lit(0)).where("created_ms", "<", clock.now() - UNPAID_KEEP_MS)
      .where("state", "in", UNPAID).limit(batch);
    // One that is being paid stays.
    const rows = await lockFreeRows(trx, old);
    return await deleteExecutions(trx, rows.map(({ id }) => id));
  });
}

/** Payments that no law requires any longer. An id begins with its time, so the primary key finds them. */
export async function prunePaid({ db, clock }: PrunePorts, batch = PRUNE_BATCH): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const rows = await trx.selectFrom("pay_executions").select("id")
      .where("id", "<", timePrefix(clock.now() - PAID_KEEP_MS)).orderBy("id").limit(batch).execute();
    return await deleteExecutions(trx, rows.map(({ id }) => id));
  });
}

async function deleteExecutions(trx: Trx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  await trx.deleteFrom("pay_intents").where("execution_id", "in", ids).execute();
  await trx.deleteFrom("pay_challenges").where("execution_id", "in", ids).execute();
  await trx.deleteFrom("pay_executions").where("id", "in", ids).execute();
  return ids.length;
}

/**
 * Calls to the acquirer that ended long ago. Their payment keeps its history, which names each move, but the list no
 * longer finds it by the time of these moves.
 */
export async function pruneIntents({ db, clock }: PrunePorts, batch = PRUNE_BATCH): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("pay_intents").where(
    "key",
    "in",
    (eb) =>
      eb.selectFrom("pay_intents").select("key").where("created_ms", "<", clock.now() - INTENTS_KEEP_MS)
        .where("is_open", "=", sql.lit(0)).orderBy("created_ms").limit(batch),
  ).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Seals that no longer open: they are too old, or their key is gone. */
export async function pruneSeals({ db, clock }: PrunePorts, batch = PRUNE_BATCH): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("pay_used_seals").where(
    "hash",
    "in",
    (eb) =>
      eb.selectFrom("pay_used_seals").select("hash").where("used_ms", "<", clock.now() - SEALS_KEEP_MS)
        .orderBy("used_ms").limit(batch),
  ).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
