/** Answers that need action in the next ten minutes: advice free of charge and before any price. */
import type { URGENT_KINDS } from "../../../../server/wire/site/funnel_events.ts";
import { t } from "../../../i18n/t.ts";
import { isAnswered, type QuizAnswers } from "./answers.ts";

export type UrgentKind = (typeof URGENT_KINDS)[number];

export interface UrgentAdvice {
  readonly kind: UrgentKind;
  /** Questions whose answers trigger it. */
  readonly questions: readonly number[];
  readonly title: string;
  readonly steps: readonly string[];
  readonly source: string;
}

interface UrgentRow extends UrgentAdvice {
  readonly applies: (answers: QuizAnswers) => boolean;
}

/** Most pressing first: payments that can still be stopped, then money, cards, codes, devices. */
export const URGENT_ROWS: readonly UrgentRow[] = [
  {
    kind: "money_about_to",
    questions: [13],
    applies: (answers) => isAnswered(answers, 13, "about_to"),
    title: t("Don't send the money yet"),
    steps: [
      t("Stop here, however urgent they say it is. A real request can wait an hour."),
      t("Hang up or leave the chat. You don't owe them an answer."),
      t("Call the person or company at a number you already had, and ask if the request really came from them."),
    ],
    source: "FTC, How to avoid a scam",
  },
  {
    kind: "money_sent",
    questions: [13],
    applies: (answers) => isAnswered(answers, 13, "yes"),
    title: t("Try to stop the payment now"),
    steps: [
      t("Call your bank at the number on the back of your card and say it's fraud. Ask them to recall or freeze the payment."),
      t("Paid by gift card? Keep the card and receipt, and call the company that issued it. Paid in crypto? Tell the exchange."),
      t("Don't pay anyone who offers to recover it. Write down times, amounts, and numbers while you remember them."),
    ],
    source: "FTC, What to do if you were scammed",
  },
  {
    kind: "card_given",
    questions: [12],
    applies: (answers) => isAnswered(answers, 12, "bank"),
    title: t("Lock your card or account"),
    steps: [
      t("Call your bank at the number on the back of your card, or lock the card in its app."),
      t("Ask about recent payments, and dispute any that aren't yours."),
      t("Change your online banking password on a device you trust."),
    ],
    source: "FTC, What to do if you were scammed",
  },
  {
    kind: "code_asked",
    questions: [8],
    applies: (answers) => isAnswered(answers, 8, "yes"),
    title: t("Keep every code to yourself"),
    steps: [
      t("Never share a code you were sent. Banks, stores, and agencies don't ask for it."),
      t("If you already shared one, change that account's password now and sign out of all devices."),
      t("If it was a code from your bank, call the bank at the number on the back of your card."),
    ],
    source: "FTC, Verification codes; CISA, Secure our world",
  },
  {
    kind: "app_installed",
    questions: [9, 14],
    applies: (answers) => isAnswered(answers, 9, "app") && isAnswered(answers, 14, "yes"),
    title: t("Disconnect the device"),
    steps: [
      t("Turn on airplane mode or unplug the network cable. That ends remote control immediately."),
      t("From another device, change your email and bank passwords."),
      t("Remove the program, then run the device's own security scan. If you had your banking app or site open, call your bank."),
    ],
    source: "FTC, Tech support scams",
  },
];

/** All urgent advice for these answers, most pressing first. */
export function urgentAdvice(answers: QuizAnswers): readonly UrgentAdvice[] {
  return URGENT_ROWS.filter((row) => row.applies(answers));
}

/** The advice that the latest answer to question n added; empty when nothing changed. */
export function newlyUrgent(before: QuizAnswers, after: QuizAnswers): readonly UrgentAdvice[] {
  const known = new Set(urgentAdvice(before).map((row) => row.kind));
  return urgentAdvice(after).filter((row) => !known.has(row.kind));
}
