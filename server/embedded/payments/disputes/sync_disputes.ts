/** Reads the acquirer's disputes: stores what is new, and reports every change by webhook. */
import type { AcquirerDispute } from "../acquirer/disputes.ts";
import { FEED_OVERLAP_MS } from "../context/constants.ts";
import type { PaymentContext } from "../context/context.ts";
import { readFeed, writeFeed } from "../context/feeds.ts";
import { timedId } from "../db/ids.ts";
import type { Queries, Trx } from "../db/queries.ts";
import type { DisputeRow } from "../db/dispute_tables.ts";
import type { ExecutionRow } from "../db/tables.ts";
import { findExecution } from "../executions/executions.ts";
import type { DisputeEvent } from "../schemas/webhook_events.ts";
import { writeReport } from "../webhooks/write_webhooks.ts";
import { reportedDispute } from "../vault/evidence.ts";
import { parseHistory, viewDisputes } from "./dispute_view.ts";
import { eraseIfOver } from "./erase_evidence.ts";

const FEED = "disputes";

/**
 * Safe to run from several servers: every change is compare-and-set. Once the signal is aborted no further dispute
 * begins, and the next run reads from the same place. Returns how many disputes changed.
 */
export async function syncDisputes(context: PaymentContext, stopping?: AbortSignal): Promise<number> {
  const startMs = context.clock.now();
  const readMs = await readFeed(context, FEED);
  const changed = await context.acquirer.disputes({ changedFromMs: Math.max(0, readMs - FEED_OVERLAP_MS) });
  let count = 0;
  for (const dispute of changed) {
    if (stopping?.aborted === true) return count;
    if (await applyDispute(context, dispute)) count += 1;
  }
  await writeFeed(context, FEED, startMs);
  return count;
}

/** True when the dispute is new or differs from what is stored. */
export async function applyDispute(context: PaymentContext, dispute: AcquirerDispute): Promise<boolean> {
  return await context.db.transaction().execute(async (trx) => {
    const row = await trx.selectFrom("pay_disputes").selectAll().where("acquirer_id", "=", dispute.id)
      .executeTakeFirst();
    return row === undefined
      ? await openDispute(context, trx, dispute)
      : await changeDispute(context, trx, row, dispute) !== undefined;
  });
}

async function openDispute(context: PaymentContext, db: Trx, dispute: AcquirerDispute): Promise<boolean> {
  const execution = await executionOf(db, dispute.chargeKey);
  if (execution === undefined) {
    context.log.error("dispute.unknown-charge", { dispute: dispute.id, charge: dispute.chargeKey });
    return false;
  }
  const nowMs = context.clock.now();
  const row: DisputeRow = {
    id: timedId(nowMs),
    acquirer_id: dispute.id,
    client_id: execution.client_id,
    execution_id: execution.id,
    holder_reference: execution.holder_reference,
    merchant_reference: execution.merchant_reference,
    ...reportedColumns(dispute),
    category: dispute.category,
    reason_code: dispute.reasonCode,
    network: dispute.network,
    amount_minor: dispute.amountMinor,
    currency: dispute.currency,
    sealed_texts: null,
    erase_evidence_ms: null,
    submitted_ms: null,
    answer_key: null,
    answer_until_ms: null,
    history: JSON.stringify([{ event: "disputeOpened" satisfies DisputeEvent, timeMs: nowMs, kind: dispute.kind }]),
    version: 0,
    created_ms: nowMs,
    changed_ms: nowMs,
  };
  const { numInsertedOrUpdatedRows } = await db.insertInto("pay_disputes").values(row)
    .onConflict((on) => on.column("acquirer_id").doNothing()).executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await report(context, db, { row, execution, event: "disputeOpened" });
  context.log.warn("dispute.opened", {
    dispute: row.id,
    execution: row.execution_id,
    kind: row.kind,
    reason: row.reason_code,
  });
  return true;
}

/** Writes what the acquirer reports; undefined when that or more is known already. */
export async function changeDispute(
  context: PaymentContext,
  db: Trx,
  row: DisputeRow,
  dispute: AcquirerDispute,
): Promise<DisputeRow | undefined> {
  const reported = reportedColumns(dispute);
  const event = eventOf(row, dispute);
  const isSame = Object.entries(reported).every(([name, value]) => row[name as keyof typeof reported] === value);
  if (isSame || isOutdated(row, dispute)) return undefined;
  const nowMs = context.clock.now();
  const history = event === undefined
    ? parseHistory(row)
    : [...parseHistory(row), { event, timeMs: nowMs, kind: dispute.kind }];
  const isSubmitted = dispute.state === "under_review" && row.submitted_ms === null;
  const set = {
    ...reported,
    // An answer to an inquiry does not count for the chargeback that follows it.
    ...(event === "disputeEscalated"
      ? { submitted_ms: null, answer_key: null, answer_until_ms: null }
      : { submitted_ms: isSubmitted ? nowMs : row.submitted_ms }),
    history: JSON.stringify(history),
    version: row.version + 1,
    changed_ms: nowMs,
  };
  const { numUpdatedRows } = await db.updateTable("pay_disputes").set(set).where("id", "=", row.id)
    .where("version", "=", row.version).executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return undefined;
  const after = await eraseIfOver(db, { ...row, ...set });
  const execution = await findExecution(db, row.execution_id);
  if (event === "disputeExpired") {
    const { id, execution_id, amount_minor, currency } = after;
    context.log.error("dispute.expired", { dispute: id, execution: execution_id, minor: amount_minor, currency });
  }
  if (event !== undefined && execution !== undefined) await report(context, db, { row: after, execution, event });
  return after;
}

/** A list that was read before a newer answer may be applied after it. A dispute never goes back. */
function isOutdated(row: DisputeRow, { kind, state }: AcquirerDispute): boolean {
  return kind === row.kind ? stepOf(state) < stepOf(row.state) : row.kind === "chargeback";
}

function stepOf(state: string): number {
  if (state === "needs_response") return 0;
  return state === "under_review" ? 1 : 2;
}

function reportedColumns(dispute: AcquirerDispute) {
  return {
    kind: dispute.kind,
    state: dispute.state,
    withdrawn_minor: dispute.withdrawnMinor,
    returned_minor: dispute.returnedMinor,
    fee_minor: dispute.feeMinor,
    respond_by_ms: dispute.respondByMs,
  };
}

const EVENTS: Readonly<Record<AcquirerDispute["state"], DisputeEvent | undefined>> = {
  needs_response: undefined,
  under_review: "disputeUnderReview",
  won: "disputeWon",
  lost: "disputeLost",
  accepted: "disputeAccepted",
  expired: "disputeExpired",
  closed: "disputeClosed",
};

function eventOf(row: DisputeRow, { kind, state }: AcquirerDispute): DisputeEvent | undefined {
  if (kind !== row.kind) return "disputeEscalated";
  return state === row.state ? undefined : EVENTS[state];
}

/** The execution whose charge has this key at the acquirer. */
async function executionOf(db: Queries, chargeKey: string): Promise<ExecutionRow | undefined> {
  const intent = await db.selectFrom("pay_intents").select("execution_id").where("key", "=", chargeKey)
    .executeTakeFirst();
  return intent === undefined ? undefined : await findExecution(db, intent.execution_id);
}

interface Reported {
  readonly row: DisputeRow;
  readonly execution: ExecutionRow;
  readonly event: DisputeEvent;
}

async function report(context: PaymentContext, db: Trx, { row, execution, event }: Reported): Promise<void> {
  const [dispute] = await viewDisputes(context, db, [row]);
  if (dispute === undefined) return;
  await writeReport(context, db, execution, { event, timeMs: row.changed_ms, dispute: reportedDispute(dispute) });
}
