/** Emails to a member whose bank disputes a charge: what ends, what they are charged, and what a mistake costs them. */
import type { Plan } from "../../../../wire/billing/plans.ts";
import type { EmailContent } from "../../../../outbox/outbox.ts";
import { otherFacts, type OtherPlan, othersContinue } from "../other_plans.ts";
import type { BillingEmail } from "../purchase_emails.ts";
import { renderEmail } from "../template.ts";
import { type EmailWords, emailWords } from "../words.ts";

interface Dispute extends BillingEmail {
  /** What renews no more; `plan` may be a product that was bought with it. */
  readonly ended: Plan;
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
  const { plan, ended, language, cents, actionLinks, kind, access, others } = dispute;
  const words = emailWords(language);
  const { t, money, day, name } = words;
  const what = { sum: money(cents), name: name(plan), plan: name(ended) };
  const happened = kind === "chargeback"
    ? t("Your bank returned {sum} to you for {name}, because the charge was disputed.", what)
    : kind === "inquiry"
    ? t("Your bank asked us about the charge of {sum} for {name}.", what)
    : t("Your bank reported the charge of {sum} for {name} as fraud, so we're refunding it in full.", what);
  return renderEmail({
    language,
    subject: t("Your plan won't renew: your bank contacted us about {sum}", what),
    sentences: [
      happened,
      t("You won't be charged for {plan} again. You don't need to do anything.", what),
      ...(access.kind === "kept" ? [t("You keep access until {date}.", { date: day(access.untilMs) })] : []),
      ...(access.kind === "ends" ? [t("The access this charge paid for ends now.")] : []),
      t("If the charge was yours, tell your bank. You can start a plan again anytime. If it wasn't, ask your bank for a new card."),
      ...othersContinue(others, language),
    ],
    facts: otherFacts(others, words),
    links: actionLinks.lines,
  });
}

interface DisputeWon extends Dispute {
  /** Back when the dispute had ended it, held while another disputed charge keeps it off; over when its time has passed. */
  readonly access: { readonly kind: "back" | "kept" | "held"; readonly untilMs: number } | { readonly kind: "over" };
}

export function disputeWonEmail(dispute: DisputeWon): EmailContent {
  const { plan, ended, language, cents, actionLinks, access, others } = dispute;
  const words = emailWords(language);
  const { t, money, name } = words;
  const what = { sum: money(cents), name: name(plan) };
  return renderEmail({
    language,
    subject: t("Your bank confirmed the charge of {sum}", what),
    sentences: [
      t("Your bank decided that the charge of {sum} for {name} was valid.", what),
      afterWin(words, name(ended), access),
      ...othersContinue(others, language),
    ],
    facts: otherFacts(others, words),
    links: actionLinks.lines,
  });
}

function afterWin({ t, day }: EmailWords, plan: string, access: DisputeWon["access"]): string {
  switch (access.kind) {
    case "over":
      return t("The period it paid for has ended. You won't be charged for {plan} again.", { plan });
    case "held":
      return t(
        "You still don't have access because another charge is disputed. You won't be charged for {plan} again.",
        { plan },
      );
    case "back":
      return t("Your access is back until {day}. You won't be charged for {plan} again.", {
        plan,
        day: day(access.untilMs),
      });
    case "kept":
      return t("You keep access until {day}. You won't be charged for {plan} again.", {
        plan,
        day: day(access.untilMs),
      });
  }
}
