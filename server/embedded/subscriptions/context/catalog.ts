/** Plans as this installation sells and names them: without a licensed registry nothing of it is for sale. */
import { fail } from "../../../platform/http/answer.ts";
import { asSold, findPlan, type Plan } from "../../../wire/billing/plans.ts";
import type { SubscriptionsSettings } from "../settings.ts";

const NOT_SOLD =
  "The registry check needs a licensed source, and this installation has none. It is not sold here, and " +
  "nothing was charged";

type Installation = Pick<SubscriptionsSettings, "hasRegistry">;

/** Ends the request with 409 for what cannot be delivered here. */
export function offered(plan: Plan, { hasRegistry }: Installation): Plan {
  return asSold(plan, { hasRegistry }) ?? fail(409, NOT_SOLD);
}

/** What the plan is called here, also where it was sold before. */
export function named(plan: Plan, { hasRegistry }: Installation): Plan {
  return asSold(plan, { hasRegistry }) ?? plan;
}

/** The name of a plan of the books; an id that left the table names itself. */
export function nameOf(planId: string, installation: Installation): string {
  const plan = findPlan(planId);
  return plan === undefined ? planId : named(plan, installation).name_full;
}
