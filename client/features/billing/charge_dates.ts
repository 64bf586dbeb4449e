/** Dates of a plan's upcoming full charges, counted from the first so that short months do not shift later ones. */
import { addLength, firstPeriodEnd } from "../../../server/wire/billing/schedule.ts";
import type { Plan } from "../../../server/wire/billing/plans.ts";

export function chargeDates(plan: Plan, startMs: number, count: number): readonly string[] {
  // Without a trial the first period is a full length, so counting starts at the purchase.
  const hasTrial = plan.trial_days !== undefined;
  const anchorMs = hasTrial ? firstPeriodEnd(plan, startMs) : startMs;
  return Array.from({ length: count }, (_, index) => {
    const periods = hasTrial ? index : index + 1;
    return new Date(periods === 0 ? anchorMs : addLength(anchorMs, plan.length, periods)).toISOString();
  });
}
