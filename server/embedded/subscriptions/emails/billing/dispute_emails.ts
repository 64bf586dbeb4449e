/** Emails to a member whose bank disputes a charge: what ends, what they are charged, and what a mistake costs them. */
import type { Plan } from "../../../../wire/billing/plans.ts";
import type { EmailContent } from "../../../../outbox/outbox.ts";
import type { Language } from "../../../../wire/site/languages.ts";
import { pluralForm } from "../../../../wire/site/plural.ts";
import { otherFacts, type OtherPlan, othersContinue, sinceOf } from "../other_plans.ts";
import type { BillingEmail } from "../purchase_emails.ts";
import type { ChargeKind } from "../../db/tables.ts";
import { renderEmail } from "../template.ts";
import { type EmailWords, emailWords } from "../words.ts";

/** Another plan that reported fraud stopped. */
export interface StoppedPlan extends Pick<OtherPlan, "plan_id" | "started_ms"> {
  /** Undefined when its access is over. */
  readonly untilMs: number | undefined;
}

interface Dispute extends BillingEmail {
  /** Of the disputed charge. */
  readonly kindOfCharge: ChargeKind;
  /** What renews no more; `plan` may be a product that was bought with it. */
  readonly ended: Plan;
  readonly stopped: readonly StoppedPlan[];
  /** Plans that continue. */
  readonly others: readonly OtherPlan[];
}

interface DisputeOpened extends Dispute {
  /** `early_warning`, `inquiry` or `chargeback`. */
  readonly kind: string;
  /** Kept after an inquiry, and when another charge paid for it; over when it had ended before. */
  readonly access: { readonly kind: "kept" | "ends"; readonly untilMs: number } | { readonly kind: "over" };
}

export function disputeEmail(dispute: DisputeOpened): EmailContent {
  const { plan, kindOfCharge, ended, language, cents, actionLinks, kind, access, stopped, others } = dispute;
  const words = emailWords(language);
  const { t, money, day, name, chargedName } = words;
  const what = { sum: money(cents), name: chargedName(plan, kindOfCharge), plan: name(ended) };
  const happened = kind === "chargeback"
    ? t("Your bank returned {sum} ({name}) to you because the charge was disputed.", what)
    : kind === "inquiry"
    ? t("Your bank asked us about the charge of {sum} ({name}).", what)
    : t("Your bank reported the charge of {sum} ({name}) as fraud, so we're refunding it in full.", what);
  return renderEmail({
    language,
    subject: stopped.length === 0
      ? t("Your plan won't renew: your bank contacted us about {sum}", what)
      : t("Your plans won't renew: your bank contacted us about {sum}", what),
    sentences: [
      happened,
      t("You won't be charged for your plan ({plan}) again, so there's nothing to cancel.", what),
      ...(access.kind === "kept" ? [t("You keep access until {date}.", { date: day(access.untilMs) })] : []),
      ...(access.kind === "ends" ? [t("The access this charge paid for ends now.")] : []),
      ...othersStopped(stopped, words, language),
      t("If you made this charge, tell your bank; you can start a plan again anytime. If you didn't, ask your bank for a new card."),
      ...othersContinue(others, language),
    ],
    facts: [...stoppedFacts(stopped, words), ...otherFacts(others, words)],
    links: actionLinks.lines,
  });
}

function othersStopped(stopped: readonly StoppedPlan[], { t }: EmailWords, language: Language): readonly string[] {
  if (stopped.length === 0) return [];
  return [
    pluralForm(language, stopped.length, {
      one: t("Because your bank reported fraud, your other plan won't renew either."),
      other: t("Because your bank reported fraud, your {count} other plans won't renew either.", {
        count: stopped.length,
      }),
    }),
  ];
}

function stoppedFacts(stopped: readonly StoppedPlan[], words: EmailWords): readonly (readonly [string, string])[] {
  const { t, day } = words;
  return stopped.map((plan) => {
    const since = sinceOf(plan, words);
    const line = plan.untilMs === undefined
      ? t("{name}, since {day}", since)
      : t("{name}, since {day}: access until {until}", { ...since, until: day(plan.untilMs) });
    return [t("Won't renew"), line];
  });
}

interface DisputeWon extends Dispute {
  /**
   * Back when the dispute had ended it, held while another disputed charge keeps it off, refunded with the charge; over
   * when its time has passed.
   */
  readonly access:
    | { readonly kind: "back" | "kept" | "held" | "refunded"; readonly untilMs: number }
    | { readonly kind: "over" };
}

export function disputeWonEmail(dispute: DisputeWon): EmailContent {
  const { plan, kindOfCharge, ended, language, cents, actionLinks, access, stopped, others } = dispute;
  const words = emailWords(language);
  const { t, money, name, chargedName } = words;
  const what = { sum: money(cents), name: chargedName(plan, kindOfCharge) };
  return renderEmail({
    language,
    subject: t("Your bank confirmed the charge of {sum}", what),
    sentences: [
      t("Your bank decided that the charge of {sum} ({name}) was valid.", what),
      afterWin(words, name(ended), access),
      ...othersStopped(stopped, words, language),
      ...othersContinue(others, language),
    ],
    facts: [...stoppedFacts(stopped, words), ...otherFacts(others, words)],
    links: actionLinks.lines,
  });
}

function afterWin({ t, day }: EmailWords, plan: string, access: DisputeWon["access"]): string {
  switch (access.kind) {
    case "over":
      return t("The period it paid for has ended. You won't be charged for your plan ({plan}) again.", { plan });
    case "held":
      return t(
        "You still don't have access because another charge is disputed. You won't be charged for your plan ({plan}) again.",
        { plan },
      );
    case "refunded":
      return t(
        "You still don't have access because this charge was refunded to you. You won't be charged for your plan ({plan}) again.",
        { plan },
      );
    case "back":
      return t("Your access is back until {day}. You won't be charged for your plan ({plan}) again.", {
        plan,
        day: day(access.untilMs),
      });
    case "kept":
      return t("You keep access until {day}. You won't be charged for your plan ({plan}) again.", {
        plan,
        day: day(access.untilMs),
      });
  }
}
