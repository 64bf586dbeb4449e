/** Writes the merchant's evidence into a dispute's row, never into one that another request is answering. */
import type { UpdateObject } from "kysely";
import { databaseNow } from "../../../db/database_clock.ts";
import { ApiError } from "../context/api_errors.ts";
import type { PaymentContext } from "../context/context.ts";
import type { Queries, Trx } from "../db/queries.ts";
import type { DisputeFileRow, DisputeRow } from "../db/dispute_tables.ts";
import type { PaymentsTables } from "../db/tables.ts";
import { type EvidenceBody, MAX_EVIDENCE_FILES } from "../schemas/disputes.ts";
import { sealNumber } from "../vault/at_rest.ts";
import { readFiles, readTexts } from "../vault/evidence.ts";

type Changes = UpdateObject<PaymentsTables, "pay_disputes">;

export interface SealedEvidence {
  readonly sealed_texts: string;
  readonly changed_ms: number;
  readonly files: readonly DisputeFileRow[];
  readonly removed: readonly string[];
}

export async function sealEvidence(
  context: PaymentContext,
  row: DisputeRow,
  body: EvidenceBody,
): Promise<SealedEvidence> {
  const files = await Promise.all((body.files ?? []).map((file) => sealFile(context, row, file)));
  const removed = body.removeFiles ?? [];
  const kept = (await readFiles(context.db, [row.id])).filter(({ id }) => !removed.includes(id));
  if (kept.length + files.length > MAX_EVIDENCE_FILES) throw new ApiError("evidence-full");
  const texts = Object.fromEntries(
    Object.entries({ ...await readTexts(context, row), ...body.texts }).filter(([, text]) => text !== ""),
  );
  const isEmpty = kept.length + files.length + Object.keys(texts).length === 0;
  if (body.submit === true && isEmpty) throw new ApiError("evidence-missing");
  const sealed_texts = await sealNumber(context.keys, JSON.stringify(texts), row.id);
  return { sealed_texts, changed_ms: context.clock.now(), files, removed };
}

export async function writeEvidence(
  trx: Trx,
  row: DisputeRow,
  { files, removed, ...set }: SealedEvidence & Changes,
): Promise<DisputeRow> {
  const after = await writeRow(trx, row, set);
  if (removed.length > 0) {
    await trx.deleteFrom("pay_dispute_files").where("dispute_id", "=", row.id).where("id", "in", removed).execute();
  }
  if (files.length > 0) await trx.insertInto("pay_dispute_files").values(files).execute();
  return after;
}

/**
 * The version is a condition: of two simultaneous changes the second one is refused rather than mixed with the first.
 * While a request waits for the acquirer, no other one changes what it sent.
 */
export async function writeRow(db: Queries, row: DisputeRow, set: Changes): Promise<DisputeRow> {
  const after = await db.updateTable("pay_disputes").set({ ...set, version: row.version + 1 })
    .where("id", "=", row.id).where("version", "=", row.version)
    .where(({ eb, or }) => or([eb("answer_until_ms", "is", null), eb("answer_until_ms", "<=", databaseNow(db))]))
    .returningAll().executeTakeFirst();
  if (after !== undefined) return after;
  throw new ApiError("state-conflict", {
    detail: "Another request changed the dispute first or is answering it. Read it again.",
  });
}

type NewFile = NonNullable<EvidenceBody["files"]>[number];

async function sealFile(
  { keys, clock }: PaymentContext,
  { id: dispute_id }: DisputeRow,
  { name, contentType, content }: NewFile,
): Promise<DisputeFileRow> {
  const id = crypto.randomUUID();
  return {
    id,
    dispute_id,
    name,
    content_type: contentType,
    bytes: atob(content).length,
    sealed: await sealNumber(keys, content, id),
    created_ms: clock.now(),
  };
}
