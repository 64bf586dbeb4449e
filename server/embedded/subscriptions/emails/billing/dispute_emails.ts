/** Emails to a member whose bank disputes a charge: what ends, what they are charged, and what a mistake costs them. */
import type { Plan } from "../../../../wire/billing/plans.ts";
import type { EmailContent } from "../../../../outbox/outbox.ts";
import { otherFacts, type OtherPlan, othersContinue } from "../other_plans.ts";
import type { BillingEmail } from "../purchase_emails.ts";
import { renderEmail } from "../template.ts";
import { emailWords } from "../words.ts";

interface Dispute extends BillingEmail {
  /** What renews no more; `plan` may be a product that was bought with it. */
  readonly ended: Plan;
  /** Plans that continue. */
  readonly others: readonly OtherPlan[];
}

interface DisputeOpened extends Dispute {
  /** `early_warning`, `inquiry` or `chargeback`. */
  readonly kind: string;
  /** An inquiry, or a charge of a period before the one that is paid. */
  readonly keepsAccess: boolean;
}

export function disputeEmail(dispute: DisputeOpened): EmailContent {
  const { plan, ended, language, cents, actionLinks, kind, keepsAccess, others } = dispute;
  const words = emailWords(language);
  const { t, money, name } = words;
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
      keepsAccess
        ? t("You keep access until the end of the period you paid for.")
        : t("The access this charge paid for ends now."),
      t("If the charge was yours, tell your bank. You can start a plan again anytime. If it wasn't, ask your bank for a new card."),
      ...othersContinue(others, language),
    ],
    facts: otherFacts(others, words),
    links: actionLinks.lines,
  });
}

interface DisputeWon extends Dispute {
  /** Until when the ended access is restored; undefined when that time is over. */
  readonly untilMs: number | undefined;
  /** Another disputed charge keeps the access off. */
  readonly isHeld: boolean;
}

export function disputeWonEmail(dispute: DisputeWon): EmailContent {
  const { plan, ended, language, cents, actionLinks, untilMs, isHeld, others } = dispute;
  const words = emailWords(language);
  const { t, money, day, name } = words;
  const what = { sum: money(cents), name: name(plan), plan: name(ended) };
  return renderEmail({
    language,
    subject: t("Your bank confirmed the charge of {sum}", what),
    sentences: [
      t("Your bank decided that the charge of {sum} for {name} was valid.", what),
      untilMs === undefined
        ? t("The period it paid for has ended. You won't be charged for {plan} again.", what)
        : isHeld
        ? t(
          "You still don't have access because another charge is disputed. You won't be charged for {plan} again.",
          what,
        )
        : t("Your access is back until {day}. You won't be charged for {plan} again.", { ...what, day: day(untilMs) }),
      ...othersContinue(others, language),
    ],
    facts: otherFacts(others, words),
    links: actionLinks.lines,
  });
}
