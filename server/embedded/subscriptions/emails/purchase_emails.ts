/** Emails about plans and purchases: what was charged, what is charged next, and how to cancel (TRUST T1, T3). */
import type { Language } from "../../../wire/site/languages.ts";
import { type Plan, todayCents } from "../../../wire/billing/plans.ts";
import { firstPeriodEnd } from "../../../wire/billing/schedule.ts";
import { pluralForm } from "../../../wire/site/plural.ts";
import { renderEmail } from "./template.ts";
import { type EmailWords, emailWords } from "./words.ts";
import type { ActionLinks } from "./action_links.ts";
import { otherFacts, type OtherPlan } from "./other_plans.ts";
import type { EmailContent } from "../../../outbox/outbox.ts";

/** What every email needs: its plan or product, and the language of the purchase. */
export interface PlanEmail {
  readonly plan: Plan;
  readonly language: Language;
  readonly actionLinks: ActionLinks;
}

interface Enrolment extends PlanEmail {
  readonly startedMs: number;
  readonly receipt: string;
  /** Plans this person already pays for. */
  readonly others: readonly OtherPlan[];
}

export function enrolmentEmail({ plan, language, startedMs, actionLinks, receipt, others }: Enrolment): EmailContent {
  const words = emailWords(language);
  const { t, money, day, every, boughtName } = words;
  const nextMs = firstPeriodEnd(plan, startedMs);
  const [today, sum, next] = [money(todayCents(plan)), money(plan.sum_cents), day(nextMs)];
  const what = { name: boughtName(plan), sum: today, count: others.length + 1 };
  return renderEmail({
    language,
    subject: others.length === 0
      ? t("Your receipt for {sum}: {name}", what)
      : t("You now have {count} plans. Your receipt for {sum}: {name}", what),
    sentences: [
      t("Thank you. Your plan has started, and we charged {sum} today.", { sum: today }),
      ...besideOthers(others.length, language, t),
      t("On {day} we'll charge {sum}, then {sum} {every} until you cancel.", { day: next, sum, every: every(plan) }),
      t(
        "You can cancel anytime. You keep access until the end of the period you paid for, and you won't be charged after that.",
      ),
    ],
    facts: [
      [t("Plan"), boughtName(plan)],
      [t("Charged today"), today],
      [
        t("For"),
        plan.trial_days === undefined
          ? t("the first period, until {day}", { day: next })
          : t("the {days}-day trial, until {day}", { days: plan.trial_days, day: next }),
      ],
      [t("Next charge"), t("{sum} on {day}", { sum, day: next })],
      [t("After that"), `${sum} ${every(plan)}`],
      [t("Receipt"), receipt],
      ...otherFacts(others, words),
    ],
    links: actionLinks.lines,
  });
}

function besideOthers(others: number, language: Language, t: EmailWords["t"]): readonly string[] {
  if (others === 0) return [];
  return [
    pluralForm(language, others, {
      one: t(
        "Note: you already had a plan. It continues alongside this one, and you're charged for both.",
      ),
      other: t(
        "Note: you already had {others} plans. They continue alongside this one, and you're charged for all of them.",
        { others },
      ),
    }),
    pluralForm(language, others, {
      one: t(
        "If you didn't want a second plan, withdraw below within 14 days. You'll get a full refund, and your earlier plan continues.",
      ),
      other: t(
        "If you didn't want another plan, withdraw below within 14 days. You'll get a full refund, and your earlier plans continue.",
      ),
    }),
  ];
}

interface AddOn extends PlanEmail {
  readonly cents: number;
  readonly untilMs: number;
  readonly receipt: string;
}

export function addOnEmail({ plan, language, actionLinks, cents, untilMs, receipt }: AddOn): EmailContent {
  const { t, money, day, name } = emailWords(language);
  return renderEmail({
    language,
    subject: t("Your receipt for {sum}: {name}", { name: name(plan), sum: money(cents) }),
    sentences: [
      t("We made a one-time charge of {sum} for {name}.", { sum: money(cents), name: name(plan) }),
      t("This is a one-time purchase. It doesn't renew or change your plan's dates."),
    ],
    facts: [
      [t("Product"), name(plan)],
      [t("One-time charge"), money(cents)],
      [t("Access until"), day(untilMs)],
      [t("Receipt"), receipt],
    ],
    links: actionLinks.lines,
  });
}

export interface BillingEmail extends PlanEmail {
  readonly cents: number;
}

interface Renewal extends BillingEmail {
  readonly receipt: string;
  readonly nextMs: number;
  /** The period was over before its charge, so that it begins with the charge. */
  readonly isLate: boolean;
  /** While the contract can be withdrawn from; otherwise the charge can be taken back for 24 hours. */
  readonly withdrawUntilMs: number | undefined;
}

export function renewalEmail(renewal: Renewal): EmailContent {
  const { plan, language, cents, actionLinks, receipt, nextMs, isLate, withdrawUntilMs } = renewal;
  const { t, money, day, name } = emailWords(language);
  const [sum, next] = [money(plan.sum_cents), day(nextMs)];
  return renderEmail({
    language,
    subject: t("Your receipt for {sum}: {name}", { name: name(plan), sum: money(cents) }),
    sentences: [
      t("We charged you {sum} for the next period of your plan.", { sum: money(cents) }),
      ...(isLate
        ? [t("This charge came late, so your new period starts today. You don't pay for the days in between.")]
        : []),
      t("Your next charge is {sum} on {day}, unless you cancel first.", { sum, day: next }),
      withdrawUntilMs === undefined
        ? t("Didn't want this charge? You can request a refund within 24 hours.")
        : t("Didn't want this charge? You can request a refund until {day}.", { day: day(withdrawUntilMs) }),
    ],
    facts: [
      [t("Plan"), name(plan)],
      [t("Charged"), money(cents)],
      [t("Next charge"), t("{sum} on {day}", { sum, day: next })],
      [t("Receipt"), receipt],
    ],
    links: actionLinks.lines,
  });
}

interface Annual extends PlanEmail {
  readonly paidCents: number;
  readonly chargeMs: number;
}

export function annualEmail({ plan, language, paidCents, chargeMs, actionLinks }: Annual): EmailContent {
  const { t, money, day, every, name } = emailWords(language);
  const sum = money(plan.sum_cents);
  return renderEmail({
    language,
    subject: t("Your yearly plan summary: what it costs and how to cancel"),
    sentences: [
      t("Your plan: {name}. It costs {sum} {every} and renews until you cancel.", {
        name: name(plan),
        sum,
        every: every(plan),
      }),
      t(
        "If you no longer use it, cancel below. You keep access until the end of the period you paid for.",
      ),
    ],
    facts: [
      [t("Price"), `${sum} ${every(plan)}`],
      [t("Paid in the last 12 months"), money(paidCents)],
      [t("Next charge"), t("{sum} on {day}", { sum, day: day(chargeMs) })],
    ],
    links: actionLinks.lines,
  });
}

export function reminderEmail(
  { plan, language, cents, actionLinks, chargeMs }: BillingEmail & { readonly chargeMs: number },
): EmailContent {
  const { t, money, day, every, name } = emailWords(language);
  const [sum, on] = [money(cents), day(chargeMs)];
  return renderEmail({
    language,
    subject: t("Reminder: we'll charge {sum} on {day}", { day: on, sum }),
    sentences: [
      t("A reminder before your next charge: {sum} on {day} for your plan ({name}).", {
        day: on,
        sum,
        name: name(plan),
      }),
      t(
        "To keep your plan, you don't need to do anything. To stop, cancel below before that day and you won't be charged.",
      ),
    ],
    facts: [[t("Plan"), name(plan)], [t("Charge"), sum], [t("Date"), on], [t("Then"), every(plan)]],
    links: actionLinks.lines,
  });
}
