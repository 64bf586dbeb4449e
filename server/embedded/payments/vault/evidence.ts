/**
 * The evidence of disputes: stored in one place, with texts and files sealed. Answers to the merchant have it; webhooks
 * only say what there is.
 */
import * as z from "zod/mini";
import type { PaymentContext } from "../context/context.ts";
import type { Queries } from "../db/queries.ts";
import type { DisputeFileRow, DisputeRow } from "../db/dispute_tables.ts";
import { type Dispute, EVIDENCE_FILE_TYPES, type EvidenceText, type ReportedDispute } from "../schemas/disputes.ts";
import { openNumber } from "./at_rest.ts";

const Texts = z.record(z.string(), z.string());

export type FileFacts = Pick<DisputeFileRow, "id" | "name" | "content_type" | "bytes">;

export async function readTexts(
  { keys }: Pick<PaymentContext, "keys">,
  { id, sealed_texts }: Pick<DisputeRow, "id" | "sealed_texts">,
): Promise<Readonly<Record<string, string>>> {
  return sealed_texts === null ? {} : z.parse(Texts, JSON.parse(await openNumber(keys, sealed_texts, id)));
}

/** The files of a dispute without their content, oldest first. */
export async function readFiles(db: Queries, disputeIds: readonly string[]) {
  if (disputeIds.length === 0) return [];
  return await db.selectFrom("pay_dispute_files").select(["id", "dispute_id", "name", "content_type", "bytes"])
    .where("dispute_id", "in", disputeIds).orderBy("created_ms").orderBy("id").execute();
}

/** A dispute's view without the evidence, whose texts and files are kept in one place, sealed. */
export function withoutEvidence(dispute: Dispute): Dispute {
  return { ...dispute, evidence: { ...dispute.evidence, texts: {}, files: [] } };
}

/** A stored view with the current evidence: empty once its retention period is over. */
export async function withEvidence(context: Pick<PaymentContext, "db" | "keys">, stored: Dispute): Promise<Dispute> {
  const row = await context.db.selectFrom("pay_disputes").selectAll().where("id", "=", stored.id).executeTakeFirst();
  if (row === undefined) return stored;
  const files = (await readFiles(context.db, [row.id])).map(fileView);
  return { ...stored, evidence: { ...stored.evidence, texts: await readTexts(context, row), files } };
}

/** A dispute as webhooks report it: which texts and files there are, without what they say. */
export function reportedDispute({ evidence: { texts, files, ...rest }, ...dispute }: Dispute): ReportedDispute {
  const textNames = Object.keys(texts) as EvidenceText[];
  return { ...dispute, evidence: { textNames, files: files.map(({ name: _, ...file }) => file), ...rest } };
}

export function fileView({ id, name, content_type, bytes }: FileFacts) {
  const contentType = EVIDENCE_FILE_TYPES.find((known) => known === content_type) ?? "text/plain";
  return { id, name, contentType, bytes };
}
