/**
 * What a shopper reads of each decline reason in English; other languages are in `sdk/locales/`. Reasons and next steps
 * are in `sdk/wire/declines.ts`.
 */
import type { DeclineTexts } from "../../locales/pack.ts";

export const DECLINES: DeclineTexts = {
  reasons: {
    insufficient_funds: "Your bank reports insufficient funds on this card. You haven't been charged.",
    limit_reached: "This payment is over your card's limit. You haven't been charged.",
    expired: "Your bank says this card has expired. You haven't been charged.",
    unknown_card: "Your bank doesn't recognize this card. You haven't been charged.",
    card_not_allowed: "Your bank doesn't allow this payment with this card. You haven't been charged.",
    not_authenticated: "Your bank couldn't confirm it was you. You haven't been charged.",
    cancelled: "The payment was canceled. You haven't been charged.",
    not_processed: "The payment couldn't be processed. You haven't been charged.",
    no_reason: "Your bank declined this payment. You haven't been charged.",
  },
  nextSteps: {
    use_another_card: "Try another card.",
    check_card: "Check the card details or try another card.",
    call_bank: "Try another card or contact your bank.",
    try_again: "Try again or use another card.",
    try_later: "Try again in a minute or use another card.",
  },
};
