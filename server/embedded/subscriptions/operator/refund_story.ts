/** The refunds of a purchase on its timeline: each part that was sent, and what is still due or was dropped. */
import type { Db } from "../../../db/open.ts";
import { entry, factsOf } from "../../../wire/admin/entries.ts";
import type { TimelineEntry } from "../../../wire/admin/timeline.ts";
import { refundReceipt } from "../db/receipt_numbers.ts";
import { type RefundRow, sentCents, sentParts } from "../db/refund_parts.ts";
import { money } from "./purchases.ts";

type Refund = RefundRow & { readonly execution_id: string; readonly receipt: string };

interface Part {
  readonly cents: number;
  readonly atMs: number;
}

export async function refundStory(db: Db, id: string): Promise<readonly TimelineEntry[]> {
  const refunds = await db.selectFrom("subs_refunds as r").innerJoin("subs_charges as c", "c.id", "r.charge_id")
    .selectAll("r").select(["c.execution_id", "c.receipt"]).where("r.subscription_id", "=", id).execute();
  const recorded = Map.groupBy(await sentParts(db, id), ({ refund_id }) => refund_id);
  return refunds.flatMap((refund) => {
    const parts = withUnrecorded(
      refund,
      (recorded.get(refund.id) ?? []).map(({ cents, at_ms: atMs }) => ({ cents, atMs })),
    );
    const rest = refund.cents - sentCents(refund);
    // The row keeps reason and attempts of the newest part only.
    const newest = { reason: refund.reason, attempts: refund.attempts };
    const sent = parts.map((part, at) =>
      sentEntry(refund, { ...part, number: at + 1 }, rest === 0 && at === parts.length - 1 ? newest : undefined)
    );
    return rest === 0 ? sent : [...sent, restEntry(refund, rest, parts.at(-1)?.atMs ?? 0)];
  });
}

/** A refund from before its parts were events was sent when it was settled. */
function withUnrecorded(refund: Refund, parts: readonly Part[]): readonly Part[] {
  const cents = parts.reduce((left, part) => left - part.cents, sentCents(refund));
  return cents <= 0 ? parts : [{ cents, atMs: parts[0]?.atMs ?? refund.settled_ms ?? refund.created_ms }, ...parts];
}

function sentEntry(
  { id, charge_id, execution_id, receipt }: Refund,
  { cents, atMs, number }: Part & { readonly number: number },
  { reason = "", attempts }: { readonly reason?: string; readonly attempts?: number } = {},
): TimelineEntry {
  return entry({
    id: `refund:${id}:${number}`,
    atMs,
    kind: "refund",
    name: "sent",
    state: "ok",
    amount: money(cents),
    reason,
    facts: factsOf({ receipt: refundReceipt(receipt, { id, part: number }), refund: id, charge: charge_id, attempts }),
    execution_id,
  });
}

/** What is due, or was due until the issuer returned the money in a dispute. */
function restEntry(refund: Refund, cents: number, lastSentMs: number): TimelineEntry {
  const isDue = refund.state === "due";
  return entry({
    id: `refund:${refund.id}:rest`,
    atMs: Math.max(refund.settled_ms ?? refund.created_ms, lastSentMs),
    kind: "refund",
    name: refund.state,
    state: isDue ? "open" : "info",
    amount: money(cents),
    reason: refund.reason,
    facts: factsOf({
      refund: refund.id,
      charge: refund.charge_id,
      attempts: refund.attempts,
      next_attempt_at: isDue ? new Date(refund.next_ms).toISOString() : undefined,
    }),
    execution_id: refund.execution_id,
  });
}
