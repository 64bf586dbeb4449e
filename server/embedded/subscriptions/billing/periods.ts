/** When the paid periods of a subscription end, even after a pause or a plan change. */
import { findPlan, type Plan } from "../../../wire/billing/plans.ts";
import { addLength, periodEnd } from "../../../wire/billing/schedule.ts";
import type { ChargeRow, SubscriptionRow } from "../db/tables.ts";

type PeriodAnchor = Pick<SubscriptionRow, "started_ms" | "anchor_ms" | "anchor_period">;

/** The plan of a stored row. Throws when the plan no longer exists. */
export function planOf(row: Pick<SubscriptionRow, "plan_id">): Plan {
  const plan = findPlan(row.plan_id);
  if (plan === undefined) throw new Error(`A subscription names an unknown plan: ${row.plan_id}`);
  return plan;
}

/** After the trial that was bought, the first charge at the full price, also that of a plan chosen during the trial. */
export function isFirstFullCharge({ charge_key }: Pick<ChargeRow, "charge_key">, boughtPlanId: string): boolean {
  return charge_key === "period:1" && findPlan(boughtPlanId)?.trial_days !== undefined;
}

/** Every end counts from one anchor, so that a short month does not shift the following periods. */
export function endOfPeriod(row: PeriodAnchor, plan: Plan, period: number): number {
  return row.anchor_ms === null || row.anchor_period === null
    ? periodEnd(plan, row.started_ms, period)
    : addLength(row.anchor_ms, plan.length, period - row.anchor_period);
}

/** What a renewal pays at one moment. */
interface RenewedPeriod {
  readonly anchor: Pick<SubscriptionRow, "anchor_ms" | "anchor_period">;
  readonly endMs: number;
  /** Periods that were over before the charge and are not charged. */
  readonly missed: number;
}

/**
 * The period after the paid one, of `plan`. After a pause it counts from the pause's end, after a plan change from the
 * end of the period paid before. One that is over when its charge succeeds begins at that moment instead, so that
 * downtime of this service costs the member one charge, however long it lasted
 * (docs/decisions/payments/missed-periods.md).
 */
export function renewedPeriod(row: SubscriptionRow, plan: Plan, nowMs: number): RenewedPeriod {
  const period = row.period + 1;
  const planned = plannedAnchor(row, plan);
  const endOf = (at: number) => endOfPeriod({ ...row, ...planned }, plan, at);
  let missed = 0;
  while (endOf(period + missed) <= nowMs) missed += 1;
  if (missed === 0) return { anchor: planned, endMs: endOf(period), missed };
  const anchor = { anchor_ms: nowMs, anchor_period: row.period };
  return { anchor, endMs: endOfPeriod({ ...row, ...anchor }, plan, period), missed };
}

function plannedAnchor(row: SubscriptionRow, plan: Plan): RenewedPeriod["anchor"] {
  const { resume_ms, current_period_end_ms, anchor_ms, anchor_period, period } = row;
  if (resume_ms !== null) return { anchor_ms: resume_ms, anchor_period: period };
  if (plan.id !== row.plan_id) return { anchor_ms: current_period_end_ms, anchor_period: period };
  return { anchor_ms, anchor_period };
}
