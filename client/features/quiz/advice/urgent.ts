/** Answers that need action in the next ten minutes: advice free of charge and before any price. */
import { t } from "../../../i18n/t.ts";
import { isAnswered, type QuizAnswers } from "./answers.ts";

export type UrgentKind = "money_about_to" | "money_sent" | "card_given" | "code_asked" | "app_installed";

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
    title: t("Do not send the money yet"),
    steps: [
      t("Stop here, whatever they say about time. A real request can wait an hour."),
      t("Hang up or leave the chat. You owe them no answer."),
      t("Call the person or company on a number you knew before, and ask whether they want this money."),
    ],
    source: "FTC, How to avoid a scam",
  },
  {
    kind: "money_sent",
    questions: [13],
    applies: (answers) => isAnswered(answers, 13, "yes"),
    title: t("Try to stop the payment now"),
    steps: [
      t("Call your bank on the number on the back of your card and say the word fraud. Ask them to recall or freeze the payment."),
      t("Paid by gift card: keep card and receipt, and call the company that issued it. Paid by crypto: tell the exchange."),
      t("Do not pay anyone who offers to get it back. Write down times, sums and numbers while you remember them."),
    ],
    source: "FTC, What to do if you were scammed",
  },
  {
    kind: "card_given",
    questions: [12],
    applies: (answers) => isAnswered(answers, 12, "bank"),
    title: t("Have your card or account locked"),
    steps: [
      t("Call your bank on the number on the back of your card, or lock the card in its app."),
      t("Ask for the last payments, and refuse every one that is not yours."),
      t("Change your online banking password from a device you trust."),
    ],
    source: "FTC, What to do if you were scammed",
  },
  {
    kind: "code_asked",
    questions: [8],
    applies: (answers) => isAnswered(answers, 8, "yes"),
    title: t("Keep every code to yourself"),
    steps: [
      t("Tell nobody a code that came to you. No bank, shop or office asks for it."),
      t("If you already told one: change that account's password now and sign out all devices."),
      t("If it was your bank's code, call the bank on the number on the back of your card."),
    ],
    source: "FTC, Verification codes; CISA, Secure our world",
  },
  {
    kind: "app_installed",
    questions: [9, 14],
    applies: (answers) => isAnswered(answers, 9, "app") && isAnswered(answers, 14, "yes"),
    title: t("Take the device off the network"),
    steps: [
      t("Switch on flight mode, or pull the cable. That ends remote control at once."),
      t("From another device, change the passwords of your mail and your bank."),
      t("Remove the program, then run the device's own security check. If you saw your bank open, call the bank."),
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
