/** Messages for a declined payment: why, that nothing was charged, and what to do next. */
import { t } from "../../../i18n/t.ts";
import { type DeclineGroup, declineGroupOf } from "../../../../server/wire/billing/decline_groups.ts";

const MESSAGES: Readonly<Record<DeclineGroup, string>> = {
  insufficient_funds: t(
    "Your bank says there is not enough money on this card. Nothing was charged. Try another card.",
  ),
  limit_reached: t(
    "Your bank says this payment is over the card's limit. Nothing was charged. Try another card or ask your bank.",
  ),
  expired: t("Your bank says this card has expired. Nothing was charged. Check the date or try another card."),
  unknown_card: t("Your bank does not know this card. Nothing was charged. Check the number or try another card."),
  card_not_allowed: t(
    "Your bank does not allow this payment with this card. Nothing was charged. Try another card or ask your bank.",
  ),
  not_authenticated: t(
    "Your bank could not confirm that it was you. Nothing was charged. Try again or use another card.",
  ),
  cancelled: t("The payment was cancelled. Nothing was charged. You can try again."),
  not_processed: t(
    "The payment could not be processed. Nothing was charged. Try again in a minute or use another card.",
  ),
  no_reason: t("Your card was declined by the bank. Nothing was charged. Try another card or ask your bank."),
};

/** The message for a decline; unknown results get the one without a reason. */
export function declineText(result: string): string {
  return MESSAGES[declineGroupOf(result) ?? "no_reason"];
}
