/** Figures of the plans by day: what was captured and refunded, renewals, and how many plans began and ended. */
import type { Db } from "../../../db/open.ts";
import { CURRENCY } from "../../../wire/billing/plans.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { LIVE } from "../db/statuses.ts";

export interface DayFigures {
  readonly revenue: { readonly currency: string; readonly captured_minor: number; readonly refunded_minor: number }[];
  readonly renewals: { readonly paid: number; readonly declined: number; readonly recovered: number };
  readonly churn: {
    readonly started: number;
    readonly cancelled: number;
    readonly ended_unpaid: number;
    readonly running: number;
  };
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
  const charges = await db.selectFrom("subs_charges").select(["kind", "cents", "attempt", "settled_ms"])
    .where("state", "in", PAID).where("settled_ms", ">=", fromMs).where("settled_ms", "<", toMs).execute();
  const refunds = await db.selectFrom("subs_refunds").select(["cents", "sent_cents", "settled_ms", "created_ms"])
    .where("state", "=", "sent").where("settled_ms", ">=", fromMs).where("settled_ms", "<", toMs).execute();
  const events = await db.selectFrom("subs_events").select(["name", "at_ms", "detail_json"])
    .where("name", "in", ["declined", "cancelled", "withdrawn"]).where("at_ms", ">=", fromMs).where("at_ms", "<", toMs)
    .execute();
  const started = await db.selectFrom("subs_subscriptions").select("started_ms").where("started_ms", ">=", fromMs)
    .where("started_ms", "<", toMs).execute();
  const running = await runningAtEnd(db, dayMs);
  const [chargesOf, refundsOf, eventsOf, startedOf] = [
    within(charges, (row) => row.settled_ms),
    within(refunds, (row) => row.settled_ms),
    within(events, (row) => row.at_ms),
    within(started, (row) => row.started_ms),
  ];
  return dayMs.map((_, at) => {
    const paid = chargesOf[at] ?? [];
    const happened = eventsOf[at] ?? [];
    const renewed = paid.filter(({ kind }) => kind === "renewal");
    const captured = sum(paid.map(({ cents }) => cents));
    const refunded = sum((refundsOf[at] ?? []).map(({ cents, sent_cents }) => cents - sent_cents));
    const declined = happened.filter(({ name }) => name === "declined");
    return {
      revenue: captured + refunded === 0
        ? []
        : [{ currency: CURRENCY, captured_minor: captured, refunded_minor: refunded }],
      renewals: {
        paid: renewed.length,
        declined: declined.length,
        recovered: renewed.filter(({ attempt }) => attempt > 0).length,
      },
      churn: {
        started: (startedOf[at] ?? []).length,
        cancelled: happened.filter(({ name }) => name !== "declined").length,
        ended_unpaid: declined.filter(({ detail_json }) => JSON.parse(detail_json).retry_ms === null).length,
        running: running[at] ?? 0,
      },
    };
  });
}

/** Plans that renew now, less those that began later, plus those that ended later. */
async function runningAtEnd(db: Db, dayMs: readonly number[]): Promise<readonly number[]> {
  const now = await db.selectFrom("subs_subscriptions").select((eb) => eb.fn.countAll().as("many"))
    .where("status", "in", LIVE).where("next_charge_ms", "is not", null).executeTakeFirstOrThrow();
  const firstMs = Math.min(...dayMs);
  const begun = await db.selectFrom("subs_subscriptions").select("started_ms").where("started_ms", ">=", firstMs)
    .where("status", "in", LIVE).where("next_charge_ms", "is not", null).execute();
  const ended = await db.selectFrom("subs_events as e").innerJoin(
    "subs_subscriptions as s",
    "s.id",
    "e.subscription_id",
  )
    .select(["e.at_ms", "e.name", "e.detail_json", "s.started_ms"])
    .where("e.name", "in", ["cancelled", "withdrawn", "declined"]).where("e.at_ms", ">=", firstMs).execute();
  const ends = ended.filter(({ name, detail_json }) =>
    name !== "declined" || JSON.parse(detail_json).retry_ms === null
  );
  return dayMs.map((startMs) => {
    const endMs = startMs + DAY_MS;
    const later = begun.filter(({ started_ms }) => started_ms >= endMs).length;
    const ranThen = ends.filter(({ at_ms, started_ms }) => at_ms >= endMs && started_ms < endMs).length;
    return Number(now.many) - later + ranThen;
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
