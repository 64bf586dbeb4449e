/**
 * The sentences that people agree to before a charge or a change of their plan. The app shows them, and the server
 * writes the same sentence into the record of the consent.
 */
import type { Translate } from "../site/slots.ts";
import { everyPeriod, monthCount } from "./period_texts.ts";
import { findPlan, isRecurring, type Plan, todayCents } from "./plans.ts";
import type { Shown } from "./purchase.ts";
import type { Change } from "./subscriptions.ts";

/** Versions of the three sentences; raise one whenever its text changes in any language. */
export const PLAN_CONSENT_VERSION = "2026-11-4";
export const ADD_ON_CONSENT_VERSION = "2026-11-3";
export const CHANGE_CONSENT_VERSION = "3";

/** How figures are written. */
export interface FigureFormat {
  readonly sum: (cents: number) => string;
  readonly date: (at: string) => string;
}

/** The words of one language, and how its readers write figures. */
export interface ConsentWords extends FigureFormat {
  readonly t: Translate;
  readonly language: string;
  readonly planName: (plan: Plan | undefined, form?: "short" | "full") => string;
}

/** The text beside the tick of a purchase: it names every figure that the shopper agrees to. */
export function planConsentText(words: Omit<ConsentWords, "language" | "planName">, plan: Plan, shown: Shown): string {
  const { t } = words;
  if (!isRecurring(plan) || shown.next_cents === null || shown.next_at === null || shown.every === null) {
    return t("I agree to a one-time payment of {sum}.", { sum: words.sum(shown.today_cents) });
  }
  const figures = {
    today: words.sum(shown.today_cents),
    next: words.sum(shown.next_cents),
    every: everyPeriod(t, shown.every),
    date: words.date(shown.next_at),
  };
  if (plan.trial_days === undefined) {
    return t("I agree to pay {today} now, then {next} {every} from {date} until I cancel.", figures);
  }
  const days = plan.trial_days;
  return t("I agree to pay {today} now for a {days}-day trial, then {next} {every} from {date} until I cancel.", {
    ...figures,
    days,
  });
}

/** "Add for $19.99": pressing the button is the consent, so it names the amount and that it is charged once. */
export function addOnLabel({ t, sum }: Pick<ConsentWords, "t" | "sum">, plan: Plan): string {
  return t("Add for {sum}", { sum: sum(todayCents(plan)) });
}

/** The product's name and its button. */
export function addOnConsentText(words: Pick<ConsentWords, "t" | "sum" | "planName">, plan: Plan): string {
  return `${words.planName(plan, "full")}. ${addOnLabel(words, plan)}`;
}

interface ChangeOfPlan {
  readonly change: Change;
  readonly shown: Shown;
  /** The plan that runs now. */
  readonly planId: string;
}

/** The sentence above the button that changes a plan. */
export function changeConsentText(words: ConsentWords, { change, shown, planId }: ChangeOfPlan): string {
  const { t } = words;
  const today = shown.today_cents === 0
    ? t("You won't be charged today.")
    : t("You'll be charged {sum} today.", { sum: words.sum(shown.today_cents) });
  const next = shown.next_cents === null || shown.next_at === null
    ? ""
    : t("Your next charge is {sum} on {date}, then {every} until you cancel.", {
      sum: words.sum(shown.next_cents),
      date: words.date(shown.next_at),
      every: everyPeriod(t, shown.every ?? ""),
    });
  return [whatChanges(words, change, planId), today, next].filter((part) => part !== "").join(" ");
}

/** True for a switch to the plan that runs: it undoes a planned one. */
export function keepsPlan(change: Change, planId: string): boolean {
  return change.kind === "switch" && change.plan_id === planId;
}

function whatChanges({ t, language, planName }: ConsentWords, change: Change, planId: string): string {
  switch (change.kind) {
    case "pause":
      return t("Your plan pauses for {time} after the period you've paid for.", {
        time: monthCount(t, language, change.months),
      });
    case "resume":
      return t("Your plan continues.");
    case "reactivate":
      return t("Your plan will renew again.");
    case "switch": {
      const plan = planName(findPlan(change.plan_id));
      return keepsPlan(change, planId)
        ? t("You stay on the {plan} plan.", { plan })
        : t("From the next charge, you'll be on the {plan} plan.", { plan });
    }
  }
}
