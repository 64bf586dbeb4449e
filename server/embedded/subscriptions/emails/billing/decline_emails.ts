/** Emails about declined renewals: why, what happens next, and what the member can do. */
import type { EmailContent } from "../../../../outbox/outbox.ts";
import { declineReason } from "../../context/decline_texts.ts";
import type { BillingEmail, PlanEmail } from "../purchase_emails.ts";
import { renderEmail } from "../template.ts";
import { emailWords } from "../words.ts";

/** What follows the decline; see billing/dunning/dunning_schedule.ts. */
type NextStep =
  | { readonly kind: "retry"; readonly atMs: number }
  | { readonly kind: "wait"; readonly untilMs: number; readonly needs: "new_card" | "approve" }
  | { readonly kind: "end" };

interface DeclinedEmail extends BillingEmail {
  readonly step: NextStep;
  readonly reason: string;
}

export function declineEmail({ plan, language, cents, actionLinks, step, reason }: DeclinedEmail): EmailContent {
  const { t, money, name } = emailWords(language);
  const what = { sum: money(cents), name: name(plan) };
  const because = declineReason(t, reason);
  return renderEmail({
    language,
    subject: subjectOf(emailWords(language), step),
    sentences: [
      because === undefined
        ? t("Your bank declined a charge of {sum} ({name}). You haven't been charged.", what)
        : t("Your bank declined a charge of {sum} ({name}): {why}. You haven't been charged.", {
          ...what,
          why: because,
        }),
      ...nextSentences(emailWords(language), step, reason),
    ],
    links: actionLinks.lines,
  });
}

type Words = ReturnType<typeof emailWords>;

function subjectOf({ t }: Words, step: NextStep): string {
  if (step.kind === "end") return t("Your plan has ended because your bank declined the charge");
  if (step.kind === "retry") return t("Your bank declined a charge");
  return step.needs === "approve" ? t("Your bank needs your approval") : t("Your plan needs another card");
}

function nextSentences({ t, day }: Words, step: NextStep, reason: string): readonly string[] {
  switch (step.kind) {
    case "end":
      return [
        t(
          "That was the last attempt, so your plan has ended. One-time purchases stay yours, and you can start a plan again anytime.",
        ),
      ];
    case "retry":
      return [
        ...(reason === "InsufficientBalance"
          ? [t("We'll wait until around payday, so a failed charge doesn't cost you a bank fee.")]
          : []),
        t("We'll try again on {day}. You keep access until then. If you'd rather stop, cancel below.", {
          day: day(step.atMs),
        }),
        t("You can also pay now: open the link and enter another card. If you do, we won't charge you again on that day."),
      ];
    case "wait":
      return [
        step.needs === "approve"
          ? t(
            "Your bank needs you to confirm this payment. Open the link and pay, and your bank will ask you to confirm.",
          )
          : t(
            "We won't charge this card again unless your bank renews it. Open the link and pay with another card to keep your plan.",
          ),
        t("You keep access until {day}. Without a payment by then, your plan ends and you won't be charged.", {
          day: day(step.untilMs),
        }),
      ];
  }
}

/** The plan waited for another card, and none was entered. */
export function graceOverEmail({ plan, language, actionLinks }: PlanEmail): EmailContent {
  const { t, name } = emailWords(language);
  return renderEmail({
    language,
    subject: t("Your plan has ended"),
    sentences: [
      t("Your plan ({name}) has ended because we couldn't charge any of your cards. You haven't been charged.", {
        name: name(plan),
      }),
      t("One-time purchases stay yours, and you can start a plan again anytime."),
    ],
    links: actionLinks.lines,
  });
}
