/** The merchant's answer to a dispute: evidence kept as a draft, sent once, or the loss accepted. */
import { databaseNow } from "../../../db/database_clock.ts";
import type { AcquirerDispute } from "../acquirer/disputes.ts";
import { ApiError } from "../context/api_errors.ts";
import { ACQUIRER_DEADLINE_MS } from "../context/constants.ts";
import type { PaymentContext } from "../context/context.ts";
import type { Queries, Trx } from "../db/queries.ts";
import type { DisputeRow } from "../db/dispute_tables.ts";
import type { Claim } from "../idempotency/claim.ts";
import type { Dispute, EvidenceBody } from "../schemas/disputes.ts";
import { openNumber } from "../vault/at_rest.ts";
import { readTexts, withoutEvidence } from "../vault/evidence.ts";
import { viewDisputes } from "./dispute_view.ts";
import { readDispute } from "./list_disputes.ts";
import { changeDispute, syncDisputes } from "./sync_disputes.ts";
import { sealEvidence, writeEvidence, writeRow } from "./write_evidence.ts";

interface DisputeCall {
  readonly clientId: string;
  readonly id: string;
  readonly claim: Claim;
  /** Names the request in the dispute's row, so that of two answers at the same moment one reaches the acquirer. */
  readonly requestKey: string;
}

/** Stores evidence, and sends it when asked to. Throws 409 when the dispute no longer accepts any. */
export async function addEvidence(context: PaymentContext, call: DisputeCall, body: EvidenceBody): Promise<Dispute> {
  const row = await readCurrent(context, call);
  if (isOwn(row, call)) return await sendEvidence(context, call, row);
  if (row.state !== "needs_response") throw closed(row);
  const evidence = await sealEvidence(context, row, body);
  if (body.submit !== true) {
    return await context.db.transaction().execute(async (trx) => {
      const none = { answer_key: null, answer_until_ms: null };
      return await finish(context, trx, await writeEvidence(trx, row, { ...evidence, ...none }), call.claim);
    });
  }
  const begun = await context.db.transaction().execute(async (trx) => {
    await call.claim.take(trx);
    return await writeEvidence(trx, row, { ...evidence, ...begin(trx, call) });
  });
  return await sendEvidence(context, call, begun);
}

/** Accepts the loss. Throws 409 when the dispute was answered or is over. */
export async function acceptDispute(context: PaymentContext, call: DisputeCall): Promise<Dispute> {
  const row = await readCurrent(context, call);
  const ask = () => context.acquirer.acceptDispute(row.acquirer_id);
  if (isOwn(row, call)) return await conclude(context, call, { row, ask, isDone: isAccepted });
  if (row.state !== "needs_response") throw closed(row);
  const begun = await context.db.transaction().execute(async (trx) => {
    await call.claim.take(trx);
    return await writeRow(trx, row, begin(trx, call));
  });
  return await conclude(context, call, { row: begun, ask, isDone: isAccepted });
}

/**
 * A request that began to answer may have reached the acquirer although its process died: the acquirer's list knows.
 */
async function readCurrent(context: PaymentContext, { clientId, id }: DisputeCall): Promise<DisputeRow> {
  const row = await readDispute(context.db, clientId, id);
  if (row.state !== "needs_response" || row.answer_key === null) return row;
  await syncDisputes(context);
  return await readDispute(context.db, clientId, id);
}

/** A repeat whose first request began to answer but died with its process. */
function isOwn({ answer_key }: DisputeRow, { requestKey }: DisputeCall): boolean {
  return answer_key === requestKey;
}

function begin(db: Queries, { requestKey }: DisputeCall) {
  return { answer_key: requestKey, answer_until_ms: databaseNow(db, ACQUIRER_DEADLINE_MS) };
}

function isAccepted({ state }: DisputeRow): boolean {
  return state === "accepted" || state === "closed";
}

function isSent({ state }: DisputeRow): boolean {
  return state === "under_review" || state === "won" || state === "lost";
}

function closed({ state }: Pick<DisputeRow, "state">): ApiError {
  return new ApiError("dispute-closed", {
    detail: `The dispute is in the state ${state}, which takes no answer. Nothing was sent.`,
  });
}

async function sendEvidence(context: PaymentContext, call: DisputeCall, row: DisputeRow): Promise<Dispute> {
  return await conclude(context, call, { row, ask: () => send(context, row), isDone: isSent });
}

/** Undefined when the acquirer no longer accepts evidence. */
async function send(context: PaymentContext, row: DisputeRow): Promise<AcquirerDispute | undefined> {
  const files = await context.db.selectFrom("pay_dispute_files").selectAll().where("dispute_id", "=", row.id)
    .orderBy("created_ms").orderBy("id").execute();
  return await context.acquirer.respond({
    id: row.acquirer_id,
    texts: await readTexts(context, row),
    files: await Promise.all(files.map(async ({ id, name, content_type, sealed }) => ({
      name,
      contentType: content_type,
      content: await openNumber(context.keys, sealed, id),
    }))),
  });
}

interface Answering {
  readonly row: DisputeRow;
  /** Returns the dispute after the answer, as the acquirer has it; undefined when it no longer accepts any. */
  readonly ask: () => Promise<AcquirerDispute | undefined>;
  /** Whether the dispute is where this answer leads. */
  readonly isDone: (row: DisputeRow) => boolean;
}

/** Throws 409 when another answer reached the acquirer first. */
async function conclude(
  context: PaymentContext,
  call: DisputeCall,
  { row, ask, isDone }: Answering,
): Promise<Dispute> {
  const after = isDone(row) ? row : await applyAnswer(context, row, await askAcquirer(context, call, ask));
  if (!isDone(after) || !isOwn(after, call)) throw closed(after);
  return await context.db.transaction().execute((trx) => finish(context, trx, after, call.claim));
}

/**
 * Throws 409 when the acquirer no longer accepts answers. After a failure the next request may answer at once; it reads
 * the acquirer's list first, see {@link readCurrent}.
 */
async function askAcquirer(
  context: PaymentContext,
  { clientId, id, requestKey }: DisputeCall,
  ask: Answering["ask"],
): Promise<AcquirerDispute> {
  const end = async (set: Partial<Pick<DisputeRow, "answer_key" | "answer_until_ms">>) => {
    await context.db.updateTable("pay_disputes").set(set).where("id", "=", id).where("answer_key", "=", requestKey)
      .execute();
  };
  const answered = await ask().catch(async (error) => {
    await end({ answer_until_ms: 0 });
    throw error;
  });
  if (answered !== undefined) return answered;
  // A repeat is not an answer either, whatever the acquirer's list says next.
  await end({ answer_key: null, answer_until_ms: null });
  await syncDisputes(context);
  const { state } = await readDispute(context.db, clientId, id);
  throw state === "needs_response" ? new ApiError("dispute-closed") : closed({ state });
}

async function applyAnswer(
  context: PaymentContext,
  row: DisputeRow,
  answered: AcquirerDispute,
): Promise<DisputeRow> {
  const apply = async (known: DisputeRow) =>
    await context.db.transaction().execute((trx) => changeDispute(context, trx, known, answered)) ??
      await readDispute(context.db, row.client_id, row.id);
  const after = await apply(row);
  // Another server may have written this change, or an earlier one, from the acquirer's list.
  return after.state === answered.state ? after : await apply(after);
}

async function finish(context: PaymentContext, trx: Trx, row: DisputeRow, claim: Claim): Promise<Dispute> {
  const [view] = await viewDisputes(context, trx, [row]);
  if (view === undefined) throw new ApiError("not-found");
  await claim.finish(trx, withoutEvidence(view));
  return view;
}
