/** The email after a plan got another card: which one, and when it is charged first. */
import type { CardOfPlan } from "../../../../wire/billing/subscriptions.ts";
import type { EmailContent } from "../../../../outbox/outbox.ts";
import type { SubscriptionRow } from "../../db/tables.ts";
import { renderEmail } from "../template.ts";
import { emailWords } from "../words.ts";
import type { PlanEmail } from "../purchase_emails.ts";

interface ChangedCard extends PlanEmail {
  readonly card: NonNullable<CardOfPlan["card"]>;
  readonly row: Pick<SubscriptionRow, "next_charge_ms" | "next_charge_cents">;
}

export function cardChangedEmail({ plan, language, actionLinks, card, row }: ChangedCard): EmailContent {
  const words = emailWords(language);
  const { t, money, day } = words;
  const name = words.name(plan);
  const next = { sum: money(row.next_charge_cents ?? 0), day: day(row.next_charge_ms ?? 0) };
  return renderEmail({
    language,
    subject: t("You changed the card for your plan"),
    sentences: [
      t("Your plan ({name}) now uses {card}. Nothing was charged today.", { name, card: card.name }),
      t("If you didn't change the card, change it back under Billing, or cancel below."),
    ],
    facts: [
      [t("Plan"), name],
      [t("Card"), card.name],
      [t("Next charge"), t("{sum} on {day}", next)],
    ],
    links: actionLinks.lines,
  });
}
