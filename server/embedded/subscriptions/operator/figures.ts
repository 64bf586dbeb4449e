/** Figures of the plans by day: what was captured and refunded, renewals, and how many plans began and ended. */
import type { Db } from "../../../db/open.ts";
import { CURRENCY } from "../../../wire/billing/plans.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { REFUND_SENT, type RefundSent } from "../db/refund_parts.ts";
import { type DayChurn, readChurn } from "./churn.ts";

export interface DayFigures {
  readonly revenue: { readonly currency: string; readonly captured_minor: number; readonly refunded_minor: number }[];
  readonly renewals: { readonly paid: number; readonly declined: number; readonly recovered: number };
  readonly churn: DayChurn;
}

const PAID = ["succeeded", "refunded", "mismatch"] as const;

/** One answer for each day, which begins at its time. Each kind of row is read once for all days. */
export async function readFigures(db: Db, dayMs: readonly number[]): Promise<readonly DayFigures[]> {
  const fromMs = Math.min(...dayMs);
  const toMs = Math.max(...dayMs) + DAY_MS;
  const within = <Row>(rows: readonly Row[], at: (row: Row) => number | null) =>
    dayMs.map((startMs) =>
      rows.filter((row) => {
        const ms = at(row);
        return ms !== null && ms >= startMs && ms < startMs + DAY_MS;
      })
    );
  const charges = await db.selectFrom("subs_charges as c").leftJoin("subs_refunds as r", "r.charge_id", "c.id")
    .select(["c.kind", "c.cents", "c.attempt", "c.settled_ms", "r.reason"])
    .where("c.state", "in", PAID).where("c.settled_ms", ">=", fromMs).where("c.settled_ms", "<", toMs).execute();
  const declines = await db.selectFrom("subs_events").select("at_ms").where("name", "=", "declined")
    .where("at_ms", ">=", fromMs).where("at_ms", "<", toMs).execute();
  const churn = await readChurn(db, dayMs);
  const [chargesOf, refundsOf, declinesOf] = [
    within(charges, (row) => row.settled_ms),
    within(await readRefunded(db, fromMs), (part) => part.atMs),
    within(declines, (row) => row.at_ms),
  ];
  return dayMs.map((_, at) => {
    const paid = chargesOf[at] ?? [];
    // One that met a cancellation was captured and refunded, and renewed nothing.
    const renewed = paid.filter(({ kind, reason }) => kind === "renewal" && reason !== "in-flight");
    const captured = sum(paid.map(({ cents }) => cents));
    const refunded = sum((refundsOf[at] ?? []).map(({ cents }) => cents));
    return {
      revenue: captured + refunded === 0
        ? []
        : [{ currency: CURRENCY, captured_minor: captured, refunded_minor: refunded }],
      renewals: {
        paid: renewed.length,
        declined: (declinesOf[at] ?? []).length,
        recovered: renewed.filter(({ attempt }) => attempt > 0).length,
      },
      churn: churn[at] ?? { started: 0, cancelled: 0, ended_unpaid: 0, running: 0 },
    };
  });
}

interface Refunded {
  readonly cents: number;
  readonly atMs: number;
}

/**
 * What was returned, when each part was sent. A refund from before its parts were events counts when it was settled.
 */
async function readRefunded(db: Db, fromMs: number): Promise<readonly Refunded[]> {
  const events = await db.selectFrom("subs_events").select(["at_ms", "detail_json"]).where("name", "=", REFUND_SENT)
    .where("at_ms", ">=", fromMs).execute();
  const parts = events.map(({ at_ms, detail_json }) => {
    const { refund_id, cents }: RefundSent = JSON.parse(detail_json);
    return { id: refund_id, cents, atMs: at_ms };
  });
  const known = new Set(parts.map(({ id }) => id));
  const rows = await db.selectFrom("subs_refunds").select(["id", "cents", "sent_cents", "settled_ms"])
    .where("state", "=", "sent").where("settled_ms", ">=", fromMs).execute();
  const older = rows.flatMap(({ id, cents, sent_cents, settled_ms }) =>
    settled_ms === null || known.has(id) ? [] : [{ cents: cents - sent_cents, atMs: settled_ms }]
  );
  return [...parts, ...older];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
