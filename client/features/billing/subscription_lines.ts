/** What a subscription is doing, as sentences: running until, charged next, ended. */
import { everyText, longDate } from "../../lib/dates.ts";
import { money } from "../../lib/money.ts";
import { findPlan } from "../../../server/wire/plans.ts";
import type { Subscription } from "../../../server/wire/subscriptions.ts";

export interface SubscriptionLines {
  readonly name: string;
  readonly status: string;
  readonly next: string;
  /** Something can still be charged, so it can still be cancelled. */
  readonly mayCancel: boolean;
}

export function subscriptionLines(subscription: Subscription): SubscriptionLines {
  const plan = findPlan(subscription.plan_id);
  const until = longDate(subscription.current_period_end);
  return {
    name: plan?.name_full ?? "Plan",
    status: statusText(subscription, until),
    next: nextText(subscription),
    mayCancel: subscription.status !== "cancelled" && subscription.status !== "ended",
  };
}

function statusText({ status, paused_until }: Subscription, until: string): string {
  switch (status) {
    case "trial":
      return `Trial until ${until}`;
    case "active":
      return `Paid until ${until}`;
    case "past_due":
      return "The last charge was declined; we try again";
    case "paused":
      return `Paused until ${longDate(paused_until ?? "")}`;
    case "cancelled":
      return `Cancelled. Open until ${until}`;
    case "ended":
      return `Ended on ${until}`;
  }
}

/** A planned pause and a planned change of plan stand with the charge they are about. */
function nextText({ next_charge, plan_id, next_plan_id, paused_until, status }: Subscription): string {
  if (next_charge === null) return "Nothing more will be charged.";
  const plan = findPlan(next_plan_id ?? plan_id);
  const every = plan === undefined ? "" : everyText(plan.length);
  const isPausing = paused_until !== undefined && paused_until !== null && status !== "paused";
  const pause = isPausing ? " A pause lies before it." : "";
  const other = next_plan_id === undefined || next_plan_id === null
    ? ""
    : ` From then on: the ${plan?.name ?? "new"} plan.`;
  return `Next charge: ${money(next_charge.cents)} on ${longDate(next_charge.at)}, then ${every}.${pause}${other}`;
}

/** "PDF report, until 21 Nov 2036" for each thing bought once. */
export function productLines({ products }: Subscription): readonly string[] {
  return products.map(({ plan_id, until }) => `${findPlan(plan_id)?.name ?? "Product"}, until ${longDate(until)}`);
}
