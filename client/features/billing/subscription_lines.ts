/** A subscription's state as sentences: running until, next charge, ended. */
import { planName } from "../../lib/format/plan_names.ts";
import { t } from "../../i18n/t.ts";
import { everyText, longDate } from "../../lib/format/dates.ts";
import { money } from "../../lib/format/money.ts";
import { findPlan } from "../../../server/wire/billing/plans.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";

export interface SubscriptionLines {
  readonly name: string;
  readonly status: string;
  readonly next: string;
  /** Another charge is possible, so the plan can still be cancelled. */
  readonly mayCancel: boolean;
}

export function subscriptionLines(subscription: Subscription): SubscriptionLines {
  const plan = findPlan(subscription.plan_id);
  const until = longDate(subscription.current_period_end);
  return {
    name: planName(plan, "full"),
    status: statusText(subscription, until),
    next: nextText(subscription),
    mayCancel: subscription.status !== "cancelled" && subscription.status !== "ended",
  };
}

function statusText({ status, paused_until }: Subscription, until: string): string {
  switch (status) {
    case "trial":
      return t("Trial until {until}", { until });
    case "active":
      return t("Paid until {until}", { until });
    case "past_due":
      return t("Your last charge was declined. We'll try again.");
    case "paused":
      return t("Paused until {date}", { date: longDate(paused_until ?? "") });
    case "cancelled":
      return t("Cancelled. Access until {until}", { until });
    case "ended":
      return t("Ended on {until}", { until });
  }
}

/** A planned pause or plan change is shown with the charge it affects. */
function nextText({ next_charge, plan_id, next_plan_id, paused_until, status }: Subscription): string {
  if (next_charge === null) return t("You won't be charged again.");
  const plan = findPlan(next_plan_id ?? plan_id);
  const every = plan === undefined ? "" : everyText(plan.length);
  const isPausing = paused_until !== undefined && paused_until !== null && status !== "paused";
  const pause = isPausing ? t("Your plan pauses first.") : "";
  const other = next_plan_id === undefined || next_plan_id === null
    ? ""
    : t("From then on, you're on the {plan} plan.", { plan: planName(plan) });
  const next = t("Next charge: {sum} on {date}, then {every}.", {
    sum: money(next_charge.cents),
    date: longDate(next_charge.at),
    every,
  });
  return [next, pause, other].filter((part) => part !== "").join(" ");
}

/** "PDF report, until Nov 21, 2036" for each one-time product. */
export function productLines({ products }: Subscription): readonly string[] {
  return products.map(({ plan_id, until }) =>
    t("{name}, until {date}", { name: planName(findPlan(plan_id)), date: longDate(until) })
  );
}
