/** Erases evidence past its retention period; the dispute itself stays with the books. */
import { EVIDENCE_KEEP_MS } from "../context/constants.ts";
import type { PaymentContext } from "../context/context.ts";

export async function pruneEvidence({ db, clock }: Pick<PaymentContext, "db" | "clock">): Promise<void> {
  const old = db.selectFrom("pay_disputes").select("id").where("changed_ms", "<", clock.now() - EVIDENCE_KEEP_MS)
    .where("state", "not in", ["needs_response", "under_review"]);
  await db.deleteFrom("pay_dispute_files").where("dispute_id", "in", old).execute();
  await db.updateTable("pay_disputes").set({ sealed_texts: null }).where("id", "in", old)
    .where("sealed_texts", "is not", null).execute();
}
