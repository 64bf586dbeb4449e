/** Advice about demands and about what the visitor gave: questions 6 to 14. */
import { t } from "../../../i18n/t.ts";
import { type AdviceRow, both, FTC_AFTER, FTC_SCAM, says } from "./advice_conditions.ts";

export const DEMAND_ADVICE: readonly AdviceRow[] = [
  {
    id: "gift_card",
    applies: says(7, "gift_card"),
    text: t(
      "Gift cards are for gifts. Nobody honest asks you to pay with one, and the numbers on the back are as good as cash.",
    ),
    source: "FTC, Gift card scams",
  },
  {
    id: "crypto",
    applies: says(7, "crypto"),
    text: t("A crypto payment cannot be called back. An office, bank or company that insists on it is not one."),
    source: "FTC, Cryptocurrency and scams",
  },
  {
    id: "transfer",
    applies: says(7, "transfer"),
    text: t(
      "A transfer to a stranger is hard to undo. Check the account holder's name with your bank before you send anything.",
    ),
    source: "UK Finance, Take Five",
  },
  {
    id: "card",
    applies: says(7, "card"),
    text: t(
      "Card payments can be disputed. If you paid and it was not what was promised, ask your bank for a chargeback.",
    ),
    source: "FTC, Disputing credit card charges",
  },
  {
    id: "cash",
    applies: says(7, "cash"),
    text: t("Never hand cash to a courier or put it in the post. Police and banks do not collect money at the door."),
    source: "FTC, Government impersonator scams",
  },
  {
    id: "paid_other",
    applies: says(7, "other"),
    text: t("An unusual way to pay is the point, not a detail: it is chosen because you cannot get the money back."),
    source: FTC_SCAM,
  },
  {
    id: "money_asked",
    applies: says(6, "yes"),
    text: t("Before you pay anyone who called you, say you will call back, and use a number you found yourself."),
    source: FTC_SCAM,
  },
  {
    id: "no_code",
    applies: says(8, "yes"),
    text: t("A code sent to you opens your account. Whoever asks for it wants to be you."),
    source: "FTC, Verification codes",
  },
  {
    id: "link",
    applies: says(9, "link"),
    text: t("Do not use the link they sent. Type the address yourself or open the app you already have."),
    source: "CISA, Recognize and report phishing",
  },
  {
    id: "app",
    applies: says(9, "app"),
    text: t(
      "Programs for remote help let a stranger see and steer your device. Install one only when you made the call.",
    ),
    source: "FTC, Tech support scams",
  },
  {
    id: "tapped",
    applies: both(says(14, "yes"), says(9, "link")),
    text: t("If you typed a password on the page behind the link, change it now, everywhere you use it."),
    source: "CISA, Recognize and report phishing",
  },
  {
    id: "not_tapped",
    applies: says(14, "no"),
    text: t("Not tapping was right. Delete the message once you have reported it."),
    source: "CISA, Recognize and report phishing",
  },
  {
    id: "hurry",
    applies: says(10, "hurry"),
    text: t("Hurry is a tool: it keeps you from checking. Take the time; a real matter is still there tomorrow."),
    source: FTC_SCAM,
  },
  {
    id: "secret",
    applies: says(10, "secret"),
    text: t(
      "Someone who asks you to tell nobody fears the question your friends would ask. Tell one person you trust, today.",
    ),
    source: "FTC, Family emergency scams",
  },
  {
    id: "prize",
    applies: says(11, "prize"),
    text: t("A real prize costs nothing. Fees, taxes or postage before you get it mean there is none."),
    source: "FTC, Fake prize, sweepstakes and lottery scams",
  },
  {
    id: "job",
    applies: says(11, "job"),
    text: t("No honest employer asks you to pay for equipment, or to pass on money or parcels."),
    source: "FTC, Job scams",
  },
  {
    id: "refund",
    applies: says(11, "refund"),
    text: t("Refunds go back the way you paid. Nobody needs your card, a transfer or access to your computer for one."),
    source: "FTC, Refund and recovery scams",
  },
  {
    id: "investment",
    applies: says(11, "investment"),
    text: t(
      "Guaranteed returns do not exist. Look the firm up in your financial regulator's register before you answer.",
    ),
    source: "SEC, Investor.gov",
  },
  {
    id: "love",
    applies: says(11, "love"),
    text: t(
      "Never send money to someone you have not met. Search for their pictures, and ask a friend what they think.",
    ),
    source: "FTC, Romance scams",
  },
  {
    id: "gave_name",
    applies: says(12, "name"),
    text: t(
      "Name and address are enough for a convincing second call. Expect one, and do not trust it for knowing you.",
    ),
    source: FTC_AFTER,
  },
  {
    id: "gave_id",
    applies: says(12, "id"),
    text: t(
      "With a birth date or ID number accounts can be opened in your name. Place a free fraud alert or credit freeze.",
    ),
    source: "FTC, IdentityTheft.gov",
  },
  {
    id: "gave_bank",
    applies: says(12, "bank"),
    text: t("Watch your statements for two months, and have small sums you do not know refused too: they are tests."),
    source: FTC_AFTER,
  },
  {
    id: "gave_nothing",
    applies: both(says(12, "none"), says(13, "no")),
    text: t("You gave nothing away. Blocking the number and going on with your day is a complete answer."),
    source: FTC_SCAM,
  },
  {
    id: "recovery",
    applies: says(13, "yes"),
    text: t("Soon someone may offer to get your money back for a fee. That is the same people, or their friends."),
    source: "FTC, Refund and recovery scams",
  },
];
