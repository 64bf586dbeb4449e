/** The charge dates of a plan, in UTC: the same arithmetic shows a date before payment and schedules the charge. */
import { UTCDateMini } from "@date-fns/utc/date/mini";
import { addMonths as monthsAfter } from "date-fns/addMonths";
import { type Plan, todayCents } from "./plans.ts";
import type { Shown } from "./purchase.ts";

/** One day in milliseconds. */
export const DAY_MS = 86_400_000;

/** Adds calendar months in UTC; a day that the month lacks becomes its last day. */
export function addMonths(fromMs: number, months: number): number {
  return monthsAfter(new UTCDateMini(fromMs), months).getTime();
}

/** End of `periods` plan lengths, counted from the anchor so that a shortened month does not shift later ones. */
export function addLength(anchorMs: number, length: Plan["length"], periods = 1): number {
  const amount = Number.parseInt(length, 10) * periods;
  return length.endsWith("d") ? anchorMs + amount * DAY_MS : addMonths(anchorMs, amount);
}

/** End of the first period: the trial if there is one, or else one full length. */
export function firstPeriodEnd(plan: Plan, startMs: number): number {
  return plan.trial_days === undefined ? addLength(startMs, plan.length) : startMs + plan.trial_days * DAY_MS;
}

/** End of the n-th period, starting at 0; every end is counted from the same anchor. */
export function periodEnd(plan: Plan, startMs: number, period: number): number {
  return plan.trial_days === undefined
    ? addLength(startMs, plan.length, period + 1)
    : addLength(firstPeriodEnd(plan, startMs), plan.length, period);
}

/** The figures of a purchase at `nowMs`, as the payment screen shows them and the consent stores them. */
export function shownFigures(plan: Plan, nowMs: number): Shown {
  if (plan.length !== "7d" && plan.length !== "1m" && plan.length !== "3m") {
    return { today_cents: todayCents(plan), next_cents: null, next_at: null, every: null };
  }
  const nextAt = new Date(firstPeriodEnd(plan, nowMs)).toISOString().slice(0, 10);
  return { today_cents: todayCents(plan), next_cents: plan.sum_cents, next_at: nextAt, every: plan.length };
}
