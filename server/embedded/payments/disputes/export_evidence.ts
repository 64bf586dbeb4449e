/** The evidence of disputes in clear, for a person who asks for their data. */
import type { PaymentContext } from "../context/context.ts";
import { openNumber } from "../vault/at_rest.ts";
import { readTexts } from "../vault/evidence.ts";

/** What the shop told the issuer, oldest dispute first; the content of files in base64. */
export async function exportEvidence(
  { db, keys }: Pick<PaymentContext, "db" | "keys">,
  executionIds: readonly string[],
) {
  if (executionIds.length === 0) return [];
  const rows = await db.selectFrom("pay_disputes").select(["id", "sealed_texts"])
    .where("execution_id", "in", executionIds).orderBy("created_ms").orderBy("id").execute();
  const disputes = await Promise.all(rows.map(async (row) => ({
    dispute_id: row.id,
    texts: await readTexts({ keys }, row),
    files: await exportFiles({ db, keys }, row.id),
  })));
  return disputes.filter(({ texts, files }) => files.length > 0 || Object.keys(texts).length > 0);
}

async function exportFiles({ db, keys }: Pick<PaymentContext, "db" | "keys">, disputeId: string) {
  const files = await db.selectFrom("pay_dispute_files").selectAll().where("dispute_id", "=", disputeId)
    .orderBy("created_ms").orderBy("id").execute();
  return await Promise.all(files.map(async ({ id, name, content_type, bytes, sealed, created_ms }) => ({
    name,
    content_type,
    bytes,
    content: await openNumber(keys, sealed, id),
    created_ms,
  })));
}
