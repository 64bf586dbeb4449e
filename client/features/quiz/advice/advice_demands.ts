/** Advice about demands and about what the visitor gave: questions 6 to 14. */
import { t } from "../../../i18n/t.ts";
import { type AdviceRow, both, FTC_AFTER, FTC_SCAM, says } from "./advice_conditions.ts";

export const DEMAND_ADVICE: readonly AdviceRow[] = [
  {
    id: "gift_card",
    applies: says(7, "gift_card"),
    text: t(
      "Don't pay with a gift card. No honest business asks for one, and the numbers on the back are as good as cash.",
    ),
    source: "FTC, Gift card scams",
  },
  {
    id: "crypto",
    applies: says(7, "crypto"),
    text: t("Don't pay in crypto: it can't be reversed. A real agency, bank, or company won't insist on it."),
    source: "FTC, Cryptocurrency and scams",
  },
  {
    id: "transfer",
    applies: says(7, "transfer"),
    text: t(
      "Check the account holder's name with your bank before you send anything. A transfer to a stranger is hard to undo.",
    ),
    source: "UK Finance, Take Five",
  },
  {
    id: "card",
    applies: says(7, "card"),
    text: t(
      "Ask your bank for a chargeback if you paid and didn't get what was promised. Card payments can be disputed.",
    ),
    source: "FTC, Disputing credit card charges",
  },
  {
    id: "cash",
    applies: says(7, "cash"),
    text: t("Don't hand cash to a courier or mail it. Police and banks don't collect money at your door."),
    source: "FTC, Government impersonator scams",
  },
  {
    id: "paid_other",
    applies: says(7, "other"),
    text: t("Don't pay in the unusual way they ask for. They chose it so you can't get your money back."),
    source: FTC_SCAM,
  },
  {
    id: "money_asked",
    applies: says(6, "yes"),
    text: t("Say you'll call back before you pay anyone who called you, and use a number you looked up yourself."),
    source: FTC_SCAM,
  },
  {
    id: "no_code",
    applies: says(8, "yes"),
    text: t("Keep codes to yourself. A code sent to you opens your account, and anyone asking for it wants to get in."),
    source: "FTC, Verification codes",
  },
  {
    id: "link",
    applies: says(9, "link"),
    text: t("Don't use the link they sent. Type the address yourself or open the app you already have."),
    source: "CISA, Recognize and report phishing",
  },
  {
    id: "app",
    applies: says(9, "app"),
    text: t(
      "Install remote-access software only if you made the call. It lets a stranger see and control your device.",
    ),
    source: "FTC, Tech support scams",
  },
  {
    id: "tapped",
    applies: both(says(14, "yes"), says(9, "link")),
    text: t("Change your password now, everywhere you use it, if you entered it on the linked page."),
    source: "CISA, Recognize and report phishing",
  },
  {
    id: "not_tapped",
    applies: says(14, "no"),
    text: t("Report the message, then delete it. You did the right thing by not tapping."),
    source: "CISA, Recognize and report phishing",
  },
  {
    id: "hurry",
    applies: says(10, "hurry"),
    text: t(
      "Take your time. Rushing you is a tactic to stop you from checking, and anything real can wait until tomorrow.",
    ),
    source: FTC_SCAM,
  },
  {
    id: "secret",
    applies: says(10, "secret"),
    text: t(
      "Tell one person you trust today. Anyone who insists on secrecy doesn't want you to get a second opinion.",
    ),
    source: "FTC, Family emergency scams",
  },
  {
    id: "prize",
    applies: says(11, "prize"),
    text: t(
      "Don't pay for a prize. A real one costs nothing. If there's a fee, tax, or shipping charge to pay first, there is no prize.",
    ),
    source: "FTC, Fake prize, sweepstakes and lottery scams",
  },
  {
    id: "job",
    applies: says(11, "job"),
    text: t("Don't pay for a job, and don't forward money or packages. No honest employer asks for that."),
    source: "FTC, Job scams",
  },
  {
    id: "refund",
    applies: says(11, "refund"),
    text: t(
      "Don't share your card details, make a transfer, or give access to your computer for a refund. Refunds go back the way you paid.",
    ),
    source: "FTC, Refund and recovery scams",
  },
  {
    id: "investment",
    applies: says(11, "investment"),
    text: t(
      "Look the firm up with your financial regulator before you answer. Guaranteed returns don't exist.",
    ),
    source: "SEC, Investor.gov",
  },
  {
    id: "love",
    applies: says(11, "love"),
    text: t(
      "Don't send money to someone you haven't met. Do a reverse image search on their photos, and ask a friend what they think.",
    ),
    source: "FTC, Romance scams",
  },
  {
    id: "gave_name",
    applies: says(12, "name"),
    text: t(
      "Expect a convincing second call. A name and address are enough for one, so don't trust callers just because they know who you are.",
    ),
    source: FTC_AFTER,
  },
  {
    id: "gave_id",
    applies: says(12, "id"),
    text: t(
      "Place a free fraud alert or credit freeze. Someone with your birth date or ID number can open accounts in your name.",
    ),
    source: "FTC, IdentityTheft.gov",
  },
  {
    id: "gave_bank",
    applies: says(12, "bank"),
    text: t(
      "Check your statements for two months, and dispute small charges you don't recognize too. They're often tests.",
    ),
    source: FTC_AFTER,
  },
  {
    id: "gave_nothing",
    applies: both(says(12, "none"), says(13, "no")),
    text: t("Block the number and carry on with your day. You gave nothing away."),
    source: FTC_SCAM,
  },
  {
    id: "recovery",
    applies: says(13, "yes"),
    text: t("Turn down anyone who offers to recover your money for a fee. It's usually the same people."),
    source: "FTC, Refund and recovery scams",
  },
];
