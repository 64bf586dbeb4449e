/** The plans this installation offers and their names. Without a licensed registry it offers no registry check. */
import { fail } from "../../../platform/http/answer.ts";
import { asSold, findPlan, type Plan, runningName } from "../../../wire/billing/plans.ts";
import type { SubscriptionsSettings } from "../settings.ts";
import type { ChargeKind } from "../db/tables.ts";
import { refusal } from "../../../wire/site/refusal.ts";

const NOT_OFFERED = refusal("registry_not_sold");

type Installation = Pick<SubscriptionsSettings, "hasRegistry">;

/** The plan as offered here. Throws 409 when this installation cannot deliver it. */
export function offeredPlan(plan: Plan, { hasRegistry }: Installation): Plan {
  return asSold(plan, { hasRegistry }) ?? fail(409, NOT_OFFERED);
}

/** The plan with its name here, even if it is no longer offered. */
export function catalogPlan(plan: Plan, { hasRegistry }: Installation): Plan {
  return asSold(plan, { hasRegistry }) ?? plan;
}

/** The name of a stored plan id; the id itself when the plan no longer exists. */
export function planNameOf(planId: string, installation: Installation): string {
  const plan = findPlan(planId);
  return plan === undefined ? planId : catalogPlan(plan, installation).name_full;
}

interface NamedCharge {
  readonly plan_id: string;
  readonly kind: ChargeKind;
}

/** What a charge paid for: only its purchase has the plan's trial or discount. */
export function chargedNameOf({ plan_id, kind }: NamedCharge, installation: Installation): string {
  const plan = kind === "renewal" ? findPlan(plan_id) : undefined;
  return plan === undefined ? planNameOf(plan_id, installation) : runningName(plan);
}
