/** The charges of the next twelve months if nothing changes. */
import { isoTime } from "../../../platform/clock.ts";
import { addMonths } from "../../../wire/billing/schedule.ts";
import type { SubscriptionRow } from "../db/tables.ts";
import { endOfPeriod, planOf, renewedPeriod } from "./periods.ts";

interface UpcomingCharge {
  readonly at: string;
  readonly cents: number;
}

/**
 * Dates and cents of the charges, soonest first; empty for a plan that does not renew. While a charge is overdue, the
 * dates are those that follow if it succeeds now.
 */
export function upcomingCharges(row: SubscriptionRow, nowMs: number): readonly UpcomingCharge[] {
  const { next_charge_ms, next_charge_cents, period, next_plan_id } = row;
  if (next_charge_ms === null || next_charge_cents === null) return [];
  const plan = planOf({ plan_id: next_plan_id ?? row.plan_id });
  const { anchor } = renewedPeriod(row, plan, Math.max(nowMs, next_charge_ms));
  const horizonMs = addMonths(nowMs, 12);
  const charges = [{ at: isoTime(next_charge_ms), cents: next_charge_cents }];
  for (let at = period + 1;; at++) {
    const ms = endOfPeriod({ ...row, ...anchor }, plan, at);
    if (ms > horizonMs) return charges;
    charges.push({ at: isoTime(ms), cents: plan.sum_cents });
  }
}
