/** A dispute in the wire's shape, with the evidence so far. */
import * as z from "zod/mini";
import { DISPUTE_CATEGORIES, NETWORK_GROUPS } from "../acquirer/dispute_reasons.ts";
import { DISPUTE_KINDS, DISPUTE_STATES, type DisputeState } from "../acquirer/disputes.ts";
import type { PaymentContext } from "../context/context.ts";
import { writeMoney } from "../context/money.ts";
import type { Queries } from "../db/queries.ts";
import type { DisputeFileRow, DisputeRow } from "../db/tables.ts";
import { type Dispute, DISPUTE_EVENTS, type DisputeEvent, EVIDENCE_FILE_TYPES } from "../schemas/disputes.ts";
import { openNumber } from "../vault/at_rest.ts";

const History = z.array(z.object({ event: z.enum(DISPUTE_EVENTS), timeMs: z.number() }));
const Texts = z.record(z.string(), z.string());

export interface HistoryEntry {
  readonly event: DisputeEvent;
  readonly timeMs: number;
}

type FileFacts = Pick<DisputeFileRow, "id" | "name" | "content_type" | "bytes">;

/** The parts of a dispute that a view needs. */
export interface DisputeParts {
  readonly texts: Readonly<Record<string, string>>;
  readonly files: readonly FileFacts[];
}

export function parseHistory({ history }: Pick<DisputeRow, "history">): readonly HistoryEntry[] {
  return z.parse(History, JSON.parse(history));
}

export function stateOf({ state }: Pick<DisputeRow, "state">): DisputeState {
  return DISPUTE_STATES.find((known) => known === state) ?? "needs_response";
}

export async function readTexts(
  { keys }: Pick<PaymentContext, "keys">,
  { id, sealed_texts }: DisputeRow,
): Promise<Readonly<Record<string, string>>> {
  return sealed_texts === null ? {} : z.parse(Texts, JSON.parse(await openNumber(keys, sealed_texts, id)));
}

/** The files of a dispute without their content, oldest first. */
export async function readFiles(db: Queries, disputeIds: readonly string[]) {
  if (disputeIds.length === 0) return [];
  return await db.selectFrom("pay_dispute_files").select(["id", "dispute_id", "name", "content_type", "bytes"])
    .where("dispute_id", "in", disputeIds).orderBy("created_ms").orderBy("id").execute();
}

/** The views of disputes, in their order. */
export async function viewDisputes(
  context: Pick<PaymentContext, "keys">,
  db: Queries,
  rows: readonly DisputeRow[],
): Promise<readonly Dispute[]> {
  const files = Map.groupBy(await readFiles(db, rows.map(({ id }) => id)), ({ dispute_id }) => dispute_id);
  return await Promise.all(
    rows.map(async (row) => disputeView(row, { texts: await readTexts(context, row), files: files.get(row.id) ?? [] })),
  );
}

/** A dispute's view without the evidence, whose texts and files are kept in one place, sealed. */
export function withoutEvidence(dispute: Dispute): Dispute {
  return { ...dispute, evidence: { ...dispute.evidence, texts: {}, files: [] } };
}

/** A stored view with the evidence of now: empty once its retention period is over. */
export async function withEvidence(context: Pick<PaymentContext, "db" | "keys">, stored: Dispute): Promise<Dispute> {
  const row = await context.db.selectFrom("pay_disputes").selectAll().where("id", "=", stored.id).executeTakeFirst();
  if (row === undefined) return stored;
  const files = (await readFiles(context.db, [row.id])).map(fileView);
  return { ...stored, evidence: { ...stored.evidence, texts: await readTexts(context, row), files } };
}

export function disputeView(row: DisputeRow, { texts, files }: DisputeParts): Dispute {
  const sum = (minor: number) => writeMoney({ minor, currency: row.currency });
  return {
    id: row.id,
    executionId: row.execution_id,
    merchantReference: row.merchant_reference,
    holderReference: row.holder_reference,
    kind: DISPUTE_KINDS.find((known) => known === row.kind) ?? "chargeback",
    state: stateOf(row),
    category: DISPUTE_CATEGORIES.find((known) => known === row.category) ?? "general",
    reasonCode: row.reason_code,
    network: NETWORK_GROUPS.find((known) => known === row.network) ?? "other",
    amount: sum(row.amount_minor),
    withdrawn: sum(row.withdrawn_minor),
    returned: sum(row.returned_minor),
    fee: sum(row.fee_minor),
    respondBy: iso(row.respond_by_ms),
    evidence: {
      texts,
      files: files.map(fileView),
      ...(row.submitted_ms === null ? {} : { submittedAt: iso(row.submitted_ms) }),
    },
    history: parseHistory(row).map(({ event, timeMs }) => ({ event, time: iso(timeMs) })),
    createdAt: iso(row.created_ms),
    changedAt: iso(row.changed_ms),
  };
}

export function fileView({ id, name, content_type, bytes }: FileFacts) {
  const contentType = EVIDENCE_FILE_TYPES.find((known) => known === content_type) ?? "text/plain";
  return { id, name, contentType, bytes };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
