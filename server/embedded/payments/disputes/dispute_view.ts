/** A dispute in the wire's shape, with the evidence so far. */
import * as z from "zod/mini";
import { isoTime } from "../../../platform/clock.ts";
import { DISPUTE_CATEGORIES, NETWORK_GROUPS } from "../acquirer/dispute_reasons.ts";
import { DISPUTE_KINDS, DISPUTE_STATES, type DisputeState } from "../acquirer/disputes.ts";
import type { PaymentContext } from "../context/context.ts";
import { writeMoney } from "../context/money.ts";
import type { Queries } from "../db/queries.ts";
import type { DisputeRow } from "../db/dispute_tables.ts";
import type { Dispute } from "../schemas/disputes.ts";
import { DISPUTE_EVENTS, type DisputeEvent } from "../schemas/webhook_events.ts";
import { type FileFacts, fileView, readFiles, readTexts } from "../vault/evidence.ts";

const History = z.array(
  z.object({ event: z.enum(DISPUTE_EVENTS), timeMs: z.number(), kind: z.optional(z.string()) }),
);

export interface HistoryEntry {
  readonly event: DisputeEvent;
  readonly timeMs: number;
  /** The dispute's kind from then on; undefined in what earlier releases wrote. */
  readonly kind?: string | undefined;
}

/** The state into which each event brings a dispute. */
export const STATE_AFTER: Readonly<Record<DisputeEvent, DisputeState>> = {
  disputeOpened: "needs_response",
  disputeEscalated: "needs_response",
  disputeUnderReview: "under_review",
  disputeWon: "won",
  disputeLost: "lost",
  disputeAccepted: "accepted",
  disputeExpired: "expired",
  disputeClosed: "closed",
};

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

function disputeView(row: DisputeRow, { texts, files }: DisputeParts): Dispute {
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
    respondBy: isoTime(row.respond_by_ms),
    evidence: {
      texts,
      files: files.map(fileView),
      ...(row.submitted_ms === null ? {} : { submittedAt: isoTime(row.submitted_ms) }),
    },
    history: parseHistory(row).map(({ event, timeMs }) => ({ event, time: isoTime(timeMs) })),
    createdAt: isoTime(row.created_ms),
    changedAt: isoTime(row.changed_ms),
  };
}
