/** When the paid periods of a subscription end, even after a pause or a plan change. */
import { findPlan, type Plan } from "../../../wire/billing/plans.ts";
import { addLength, periodEnd } from "../../../wire/billing/schedule.ts";
import type { SubscriptionRow } from "../db/tables.ts";

type PeriodAnchor = Pick<SubscriptionRow, "started_ms" | "anchor_ms" | "anchor_period">;

/** The plan of a stored row. Throws when the plan no longer exists. */
export function planOf(row: Pick<SubscriptionRow, "plan_id">): Plan {
  const plan = findPlan(row.plan_id);
  if (plan === undefined) throw new Error(`A subscription names an unknown plan: ${row.plan_id}`);
  return plan;
}

/** Every end counts from one anchor, so that a short month does not shift the following periods. */
export function endOfPeriod(row: PeriodAnchor, plan: Plan, period: number): number {
  return row.anchor_ms === null || row.anchor_period === null
    ? periodEnd(plan, row.started_ms, period)
    : addLength(row.anchor_ms, plan.length, period - row.anchor_period);
}
