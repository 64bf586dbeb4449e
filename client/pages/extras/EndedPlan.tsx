/** A plan that has ended: how to start it again. */
import type { Plan } from "../../../server/wire/billing/plans.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { DisputedPlan } from "../../features/billing/plan_changes/CancelledPlan.tsx";
import { RestartPlan } from "../../features/billing/RestartPlan.tsx";
import { restartPlanOf } from "../restart_plan.ts";

export interface EndedPlanProps {
  readonly row: Subscription;
  readonly plan: Plan;
  readonly onStarted: () => void;
  /** The member has bought the plan again. */
  readonly isOwned: boolean;
}

export function EndedPlan({ row, plan, ...restart }: EndedPlanProps) {
  if (row.is_stopped_by_dispute === true) return <DisputedPlan />;
  return <RestartPlan {...restartPlanOf(plan, row.email)} {...restart} />;
}
