/** The words of a decline for members: the sentence of an answer and the words of an email. */
import type { Translate } from "../../../i18n/translate.ts";
import type { SentenceCode } from "../../../wire/site/service_sentences.ts";
import { type DeclineReason, declineReasonOf } from "../../../../sdk/wire/declines.ts";

const CODES: Readonly<Record<DeclineReason, SentenceCode>> = {
  insufficient_funds: "declined_balance",
  limit_reached: "declined_limit",
  expired: "declined_expired",
  unknown_card: "declined_card",
  card_not_allowed: "declined_not_allowed",
  not_authenticated: "declined_authentication",
  cancelled: "payment_cancelled",
  not_processed: "payment_not_processed",
  no_reason: "declined",
};

/** The code of an answer's sentence; unknown results get the one without a reason. */
export function declineCode(reason: string): SentenceCode {
  return CODES[declineReasonOf(reason) ?? "no_reason"];
}

/** The reason as a part of an email's sentence. Undefined for unknown results. */
export function declineReason(t: Translate, reason: string): string | undefined {
  const words: Readonly<Record<DeclineReason, string>> = {
    insufficient_funds: t("insufficient funds"),
    limit_reached: t("the payment is over the card's limit"),
    expired: t("the card has expired"),
    unknown_card: t("the bank no longer recognizes this card"),
    card_not_allowed: t("the bank doesn't allow this card for this payment"),
    not_authenticated: t("the bank couldn't confirm it was you"),
    cancelled: t("the payment was canceled"),
    not_processed: t("the payment couldn't be processed"),
    no_reason: t("the bank gave no reason, but can tell you if you call"),
  };
  const known = declineReasonOf(reason);
  return known === undefined ? undefined : words[known];
}
