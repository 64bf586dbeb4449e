/** Erases evidence past its retention period; the dispute itself stays with the books. */
import { EVIDENCE_KEEP_MS, PRUNE_BATCH } from "../context/constants.ts";
import type { PaymentContext } from "../context/context.ts";
import { OPEN_STATES } from "./erase_evidence.ts";

/** Erases one small batch of files and one of texts, and returns the size of the larger one. */
export async function pruneEvidence(
  { db, clock }: Pick<PaymentContext, "db" | "clock">,
  batch = PRUNE_BATCH,
): Promise<number> {
  const old = db.selectFrom("pay_disputes").select("id").where("changed_ms", "<", clock.now() - EVIDENCE_KEEP_MS)
    .where("state", "not in", OPEN_STATES);
  const files = db.selectFrom("pay_dispute_files").select("id").where("dispute_id", "in", old).limit(batch);
  const { numDeletedRows } = await db.deleteFrom("pay_dispute_files").where("id", "in", files)
    .executeTakeFirstOrThrow();
  const texts = old.where("sealed_texts", "is not", null).limit(batch);
  const { numUpdatedRows } = await db.updateTable("pay_disputes").set({ sealed_texts: null }).where("id", "in", texts)
    .executeTakeFirstOrThrow();
  return Math.max(Number(numDeletedRows), Number(numUpdatedRows));
}
