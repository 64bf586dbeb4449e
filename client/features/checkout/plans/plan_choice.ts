/** The plans a visitor can choose from: the link's plan, the alternative without a trial, otherwise the defaults. */
import { DEFAULT_PLAN, findPlan, isRecurring, type Plan, type PlanId } from "../../../../server/wire/billing/plans.ts";

/** Shown beside a trial plan when the link names no other, so that a longer plan's price can be compared. */
const DEFAULT_ALTERNATIVE: PlanId = "tck_3month_plan";
const SECOND_ALTERNATIVE: PlanId = "tck_weekly_3dtrial";

export interface PlanParameters {
  /** `plan` of the link, already checked against the table. */
  readonly plan?: Plan | undefined;
  /** `skip_trial_plan` of the link. */
  readonly skipTrialPlan?: Plan | undefined;
}

export type OnSale = readonly [Plan, ...Plan[]];

/** One or two renewing plans, the preselected one first, never the same twice. */
export function plansOnSale({ plan, skipTrialPlan }: PlanParameters): OnSale {
  const first = plan !== undefined && isRecurring(plan) ? plan : DEFAULT_PLAN;
  const other = skipTrialPlan !== undefined && isRecurring(skipTrialPlan) ? skipTrialPlan : alternativeTo(first);
  return other === undefined || other.id === first.id ? [first] : [first, other];
}

function alternativeTo(plan: Plan): Plan | undefined {
  return findPlan(plan.length === "3m" ? SECOND_ALTERNATIVE : DEFAULT_ALTERNATIVE);
}
