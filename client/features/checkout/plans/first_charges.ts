/** The first three charges of a plan that begins now. */
import { t } from "../../../i18n/t.ts";
import { shortDate } from "../../../lib/format/dates.ts";
import { money } from "../../../lib/format/money.ts";
import { isRecurring, type Plan, todayCents } from "../../../../server/wire/billing/plans.ts";
import { periodEnd } from "../../../../server/wire/billing/schedule.ts";
import type { TimelineCharge } from "../../../ui/layout/ChargeTimeline.tsx";

export function firstCharges(plan: Plan, nowMs: number): readonly TimelineCharge[] {
  const today = { when: t("Today"), sum: money(todayCents(plan)) };
  if (!isRecurring(plan)) return [today];
  const later = [0, 1].map((period) => shortDate(periodEnd(plan, nowMs, period)));
  return [today, ...later.map((when) => ({ when, sum: money(plan.sum_cents) }))];
}
