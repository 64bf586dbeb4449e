/** Emails to a member whose bank disputes a charge: what ends, what they are charged, and what a mistake costs them. */
import type { EmailContent } from "../../../../outbox/outbox.ts";
import type { BillingEmail } from "../purchase_emails.ts";
import { renderEmail } from "../template.ts";
import { type EmailWords, emailWords } from "../words.ts";

interface DisputeOpened extends BillingEmail {
  /** `early_warning`, `inquiry` or `chargeback`. */
  readonly kind: string;
  /** Kept after an inquiry, and when another charge paid for it; over when it had ended before. */
  readonly access: { readonly kind: "kept" | "ends"; readonly untilMs: number } | { readonly kind: "over" };
}

export function disputeEmail({ plan, language, cents, actionLinks, kind, access }: DisputeOpened): EmailContent {
  const { t, money, day, name } = emailWords(language);
  const what = { sum: money(cents), name: name(plan) };
  const happened = kind === "chargeback"
    ? t("Your bank returned {sum} to you for {name}, because the charge was disputed.", what)
    : kind === "inquiry"
    ? t("Your bank asked us about the charge of {sum} for {name}.", what)
    : t("Your bank reported the charge of {sum} for {name} as fraud, so we're refunding it in full.", what);
  return renderEmail({
    language,
    subject: t("You won't be charged again: your bank contacted us about {sum}", what),
    sentences: [
      happened,
      t("We stopped all further charges. You don't need to do anything."),
      ...(access.kind === "kept" ? [t("You keep access until {date}.", { date: day(access.untilMs) })] : []),
      ...(access.kind === "ends" ? [t("The access this charge paid for ends now.")] : []),
      t("If the charge was yours, tell your bank. You can start a plan again anytime. If it wasn't, ask your bank for a new card."),
    ],
    links: actionLinks.lines,
  });
}

interface DisputeWon extends BillingEmail {
  /** Back when the dispute had ended it, held while another disputed charge keeps it off; over when its time has passed. */
  readonly access: { readonly kind: "back" | "kept" | "held"; readonly untilMs: number } | { readonly kind: "over" };
}

export function disputeWonEmail({ plan, language, cents, actionLinks, access }: DisputeWon): EmailContent {
  const { t, money, name } = emailWords(language);
  const what = { sum: money(cents), name: name(plan) };
  return renderEmail({
    language,
    subject: t("Your bank confirmed the charge of {sum}", what),
    sentences: [
      t("Your bank decided that the charge of {sum} for {name} was valid.", what),
      afterWin(emailWords(language), access),
    ],
    links: actionLinks.lines,
  });
}

function afterWin({ t, day }: EmailWords, access: DisputeWon["access"]): string {
  switch (access.kind) {
    case "over":
      return t("The period it paid for has ended. You won't be charged again.");
    case "held":
      return t("You still don't have access because another charge is disputed. You won't be charged again.");
    case "back":
      return t("Your access is back until {day}. You won't be charged again.", { day: day(access.untilMs) });
    case "kept":
      return t("You keep access until {day}. You won't be charged again.", { day: day(access.untilMs) });
  }
}
