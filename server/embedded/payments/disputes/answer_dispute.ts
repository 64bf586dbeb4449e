/** The merchant's answer to a dispute: evidence kept as a draft, sent once, or the loss accepted. */
import type { AcquirerDispute } from "../acquirer/disputes.ts";
import { ApiError } from "../context/api_errors.ts";
import type { PaymentContext } from "../context/context.ts";
import type { Trx } from "../db/queries.ts";
import type { DisputeFileRow, DisputeRow } from "../db/dispute_tables.ts";
import type { Claim } from "../idempotency/claim.ts";
import { type Dispute, type EvidenceBody, MAX_EVIDENCE_FILES } from "../schemas/disputes.ts";
import { openNumber, sealNumber } from "../vault/at_rest.ts";
import { readFiles, readTexts, withoutEvidence } from "../vault/evidence.ts";
import { viewDisputes } from "./dispute_view.ts";
import { readDispute } from "./list_disputes.ts";
import { changeDispute } from "./sync.ts";

interface DisputeCall {
  readonly clientId: string;
  readonly id: string;
  readonly claim: Claim;
}

/** Stores evidence, and sends it when asked to. Throws 409 when the dispute takes none any more. */
export async function addEvidence(
  context: PaymentContext,
  { clientId, id, claim }: DisputeCall,
  body: EvidenceBody,
): Promise<Dispute> {
  const { db } = context;
  const row = await readDispute(db, clientId, id);
  // A repeat after a crash finds the evidence that was sent.
  if (row.state !== "needs_response" && !(claim.isRepeat && row.submitted_ms !== null)) throw closed(row);
  if (row.state === "needs_response") await storeEvidence(context, row, body);
  const stored = await readDispute(db, clientId, id);
  if (body.submit !== true || stored.state !== "needs_response") return await finish(context, stored, claim);
  return await applyAnswer(context, { row: stored, claim, answered: await send(context, stored), isDone: isSent });
}

/** Accepts the loss. Throws 409 when the dispute was answered or is over. */
export async function acceptDispute(context: PaymentContext, { clientId, id, claim }: DisputeCall): Promise<Dispute> {
  const row = await readDispute(context.db, clientId, id);
  if (row.state !== "needs_response" && !(claim.isRepeat && isAccepted(row))) throw closed(row);
  const answered = await context.acquirer.acceptDispute(row.acquirer_id);
  return await applyAnswer(context, { row, claim, answered, isDone: isAccepted });
}

function isAccepted({ state }: DisputeRow): boolean {
  return state === "accepted" || state === "closed";
}

function isSent({ state }: DisputeRow): boolean {
  return state === "under_review" || state === "won" || state === "lost";
}

function closed({ state }: DisputeRow): ApiError {
  return new ApiError("dispute-closed", {
    detail: `The dispute is in the state ${state}, which takes no answer. Nothing was sent.`,
  });
}

async function storeEvidence(context: PaymentContext, row: DisputeRow, body: EvidenceBody): Promise<void> {
  const { db, clock } = context;
  const files = await Promise.all((body.files ?? []).map((file) => sealFile(context, row, file)));
  const removed = body.removeFiles ?? [];
  const kept = (await readFiles(db, [row.id])).filter(({ id }) => !removed.includes(id));
  if (kept.length + files.length > MAX_EVIDENCE_FILES) throw new ApiError("evidence-full");
  const texts = Object.fromEntries(
    Object.entries({ ...await readTexts(context, row), ...body.texts }).filter(([, text]) => text !== ""),
  );
  const sealed_texts = await sealNumber(context.keys, JSON.stringify(texts), row.id);
  await db.transaction().execute(async (trx) => {
    await writeDraft(trx, row, { sealed_texts, changed_ms: clock.now() });
    if (removed.length > 0) {
      await trx.deleteFrom("pay_dispute_files").where("dispute_id", "=", row.id).where("id", "in", removed).execute();
    }
    if (files.length > 0) await trx.insertInto("pay_dispute_files").values(files).execute();
  });
}

/** The version is a condition: of two drafts at once the second one is refused rather than mixed with the first. */
async function writeDraft(
  trx: Trx,
  row: DisputeRow,
  set: Pick<DisputeRow, "sealed_texts" | "changed_ms">,
): Promise<void> {
  const { numUpdatedRows } = await trx.updateTable("pay_disputes").set({ ...set, version: row.version + 1 })
    .where("id", "=", row.id).where("version", "=", row.version).executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) {
    throw new ApiError("state-conflict", { detail: "Another request changed the dispute first. Read it again." });
  }
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

/** Undefined when the acquirer takes no evidence any more. */
async function send(context: PaymentContext, row: DisputeRow): Promise<AcquirerDispute | undefined> {
  const files = await context.db.selectFrom("pay_dispute_files").selectAll().where("dispute_id", "=", row.id)
    .orderBy("created_ms").orderBy("id").execute();
  const texts = await readTexts(context, row);
  if (files.length === 0 && Object.keys(texts).length === 0) throw new ApiError("evidence-missing");
  return await context.acquirer.respond({
    id: row.acquirer_id,
    texts,
    files: await Promise.all(files.map(async ({ id, name, content_type, sealed }) => ({
      name,
      contentType: content_type,
      content: await openNumber(context.keys, sealed, id),
    }))),
  });
}

interface Answered {
  readonly row: DisputeRow;
  readonly claim: Claim;
  /** The dispute after the answer, as the acquirer has it; undefined when it takes none any more. */
  readonly answered: AcquirerDispute | undefined;
  /** Whether the dispute is where this answer leads. */
  readonly isDone: (row: DisputeRow) => boolean;
}

/** Throws 409 when another answer reached the acquirer first. */
async function applyAnswer(context: PaymentContext, { row, claim, answered, isDone }: Answered): Promise<Dispute> {
  if (answered === undefined) throw closed({ ...row, state: "closed" });
  const apply = async (known: DisputeRow) =>
    await context.db.transaction().execute((trx) => changeDispute(context, trx, known, answered)) ??
      await readDispute(context.db, row.client_id, row.id);
  let after = await apply(row);
  // A draft came between. Otherwise another server has written the same change from the acquirer's list.
  if (after.state !== answered.state) after = await apply(after);
  if (!isDone(after)) throw closed(after);
  return await finish(context, after, claim);
}

async function finish(context: PaymentContext, row: DisputeRow, claim: Claim): Promise<Dispute> {
  return await context.db.transaction().execute(async (trx) => {
    const [view] = await viewDisputes(context, trx, [row]);
    if (view === undefined) throw new ApiError("not-found");
    await claim.finish(trx, withoutEvidence(view));
    return view;
  });
}
