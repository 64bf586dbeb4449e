/** Erases the evidence of a dispute for good: at once when the dispute is over, otherwise when it ends. */
import type { PaymentContext } from "../context/context.ts";
import type { Queries } from "../db/queries.ts";
import type { DisputeRow } from "../db/dispute_tables.ts";
import type { Claim } from "../idempotency/claim.ts";
import type { Dispute } from "../schemas/disputes.ts";
import { withoutEvidence } from "../vault/evidence.ts";
import { viewDisputes } from "./dispute_view.ts";
import { readDispute } from "./list_disputes.ts";

/** In these states the evidence is still needed: it can be sent, or the issuer is reading it. */
export const OPEN_STATES = ["needs_response", "under_review"];

interface EraseCall {
  readonly clientId: string;
  readonly id: string;
  readonly claim: Claim;
}

/** Answers the dispute with the evidence that is left: none, unless the dispute is open. */
export async function eraseEvidence(context: PaymentContext, { clientId, id, claim }: EraseCall): Promise<Dispute> {
  await readDispute(context.db, clientId, id);
  return await context.db.transaction().execute(async (trx) => {
    // Locks the row, so that a dispute that ends at this moment is either seen here, or sees this time.
    const row = await trx.updateTable("pay_disputes").set({ erase_evidence_ms: context.clock.now() })
      .where("id", "=", id).returningAll().executeTakeFirstOrThrow();
    const [view] = await viewDisputes(context, trx, [await eraseIfOver(trx, row)]);
    if (view === undefined) throw new Error(`The dispute ${id} has no view`);
    await claim.finish(trx, withoutEvidence(view));
    return view;
  });
}

/** Erases texts and files if the dispute is over and the merchant asked for it. Answers the dispute as it is then. */
export async function eraseIfOver(trx: Queries, row: DisputeRow): Promise<DisputeRow> {
  if (OPEN_STATES.includes(row.state)) return row;
  const erased = await trx.updateTable("pay_disputes").set({ sealed_texts: null }).where("id", "=", row.id)
    .where("erase_evidence_ms", "is not", null).returningAll().executeTakeFirst();
  if (erased === undefined) return row;
  await trx.deleteFrom("pay_dispute_files").where("dispute_id", "=", row.id).execute();
  return erased;
}

export interface EvidenceCounts {
  /** Disputes that are over and have evidence. */
  readonly over: number;
  /** Disputes that are open and have evidence. */
  readonly open: number;
}

/** How many disputes of these executions have evidence. */
export async function countEvidence(db: Queries, executionIds: readonly string[]): Promise<EvidenceCounts> {
  if (executionIds.length === 0) return { over: 0, open: 0 };
  const rows = await db.selectFrom("pay_disputes").select(["id", "state"]).where("execution_id", "in", executionIds)
    .where((eb) =>
      eb.or([
        eb("sealed_texts", "is not", null),
        eb("id", "in", eb.selectFrom("pay_dispute_files").select("dispute_id")),
      ])
    ).execute();
  const open = rows.filter(({ state }) => OPEN_STATES.includes(state)).length;
  return { over: rows.length - open, open };
}
