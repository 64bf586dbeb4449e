/** A subscription's state as sentences: running until, next charge, ended. */
import { planName } from "../../lib/format/plan_names.ts";
import { t } from "../../i18n/t.ts";
import { ownedProducts } from "../../lib/owned_products.ts";
import { everyText, longDate, shortDate } from "../../lib/format/dates.ts";
import { money } from "../../lib/format/money.ts";
import { findPlan } from "../../../server/wire/billing/plans.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";

export interface SubscriptionLines {
  readonly name: string;
  readonly status: string;
  /** Amount and day of the next charge; undefined when there is none. */
  readonly charge: NextCharge | undefined;
  /** What else happens next; empty when the charge says it all. */
  readonly next: string;
  /** Another charge is possible, so the plan can still be cancelled. */
  readonly mayCancel: boolean;
}

export interface NextCharge {
  readonly sum: string;
  /** "Nov 24, 2026, then every 7 days" */
  readonly when: string;
}

export function subscriptionLines(subscription: Subscription): SubscriptionLines {
  const plan = findPlan(subscription.plan_id);
  const until = longDate(subscription.current_period_end);
  return {
    name: planName(plan, "title"),
    status: isWaitingForCard(subscription)
      ? t("We can't charge your card for this plan.")
      : statusText(subscription, until),
    charge: chargeOf(subscription),
    next: nextText(subscription),
    mayCancel: subscription.status !== "cancelled" && subscription.status !== "ended",
  };
}

/**
 * The card is declined for good: the member has to use another one, through the link in the email or by starting the
 * plan again.
 */
export function isWaitingForCard({ status, next_charge }: Subscription): boolean {
  return status === "past_due" && next_charge === null;
}

/** What a plan becomes by its cancellation. In a pause and while a declined renewal is retried, no paid time is left. */
export function cancelledStatus({ current_period_end }: Subscription): "cancelled" | "ended" {
  return Date.parse(current_period_end) > Date.now() ? "cancelled" : "ended";
}

/** What the card's network reported last; undefined for nothing. */
export function cardLine({ card }: Subscription): string | undefined {
  if (card === undefined || card === null) return undefined;
  const what = { card: card.label, date: longDate(card.changed_at) };
  switch (card.change) {
    case "expiry_changed":
      return t("Your bank renewed {card}. We updated its expiration date on {date}.", what);
    case "card_replaced":
      return t("Your bank replaced your card. Since {date}, charges go to {card}.", what);
    case "token_resumed":
      return t("Your bank allows charges to {card} again.", what);
    case "token_suspended":
      return t("Your bank doesn't allow charges to {card} at the moment.", what);
    case "account_closed":
    case "token_deleted":
      return t("Your bank closed {card}. We won't charge it again.", what);
  }
}

function statusText({ status, current_period_end, paused_until }: Subscription, until: string): string {
  switch (status) {
    case "trial":
      return t("Trial until {date}", { date: shortDate(Date.parse(current_period_end)) });
    case "active":
      return t("Active");
    case "past_due":
      return t("Your last charge was declined. We'll try again.");
    case "paused":
      return t("Paused until {date}", { date: longDate(paused_until ?? "") });
    case "cancelled":
      return t("Canceled. Access until {until}", { until });
    case "ended":
      return t("Ended on {until}", { until });
  }
}

/** The plan that the upcoming charges are for. */
export function upcomingName({ plan_id, next_plan_id }: Subscription): string {
  return planName(findPlan(next_plan_id ?? plan_id), "title");
}

function chargeOf({ next_charge, plan_id, next_plan_id }: Subscription): NextCharge | undefined {
  if (next_charge === null) return undefined;
  const plan = findPlan(next_plan_id ?? plan_id);
  const date = longDate(next_charge.at);
  const when = plan === undefined ? date : t("{date}, then {every}", { date, every: everyText(plan.length) });
  return { sum: money(next_charge.cents), when };
}

/** A planned pause or plan change is shown with the charge it affects. */
function nextText({ next_charge, next_plan_id, paused_until, status }: Subscription): string {
  if (next_charge === null) {
    return status === "past_due"
      ? t("We won't charge this card again unless your bank renews it. Pay with another card to keep your plan.")
      : t("You won't be charged for this plan again.");
  }
  const isPausing = paused_until !== undefined && paused_until !== null && status !== "paused";
  const pause = isPausing ? t("Your plan pauses first.") : "";
  const other = next_plan_id === undefined || next_plan_id === null
    ? ""
    : t("From then on, you're on the {plan}.", { plan: planName(findPlan(next_plan_id), "title") });
  return [pause, other].filter((part) => part !== "").join(" ");
}

export interface ProductLine {
  readonly name: string;
  /** "Access until Nov 21, 2036" */
  readonly until: string;
}

/** Each one-time product that can still be used, and for how long. */
export function productLines(subscription: Subscription): readonly ProductLine[] {
  return ownedProducts(subscription).map(({ plan_id, until }) => ({
    name: planName(findPlan(plan_id)),
    until: t("Access until {date}", { date: longDate(until) }),
  }));
}
