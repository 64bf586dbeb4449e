/** Sentences for business failures: what happened, what is safe, what to do next. */
import { own } from "../../../wire/own_entry.ts";
import { NO_RAW_CARDS } from "../../../wire/billing/purchase.ts";

/** Sentences of answers, by reason. */
export const TEXTS = {
  noConsent: "Your agreement to the price did not reach us, so nothing was charged. Please tick the box and pay again.",
  cancelled:
    "This payment was given up, perhaps because another plan was chosen. Nothing was charged. Please start the payment again.",
  notPaid: "The card was not charged yet. Please press Pay again.",
  pending:
    "Your bank is still deciding. Nothing is lost: we finish the purchase as soon as it answers, and write to you.",
  differs: "The payment does not match this checkout, so we did not take it. Please start the payment again.",
  refusedByProvider:
    "The payment could not be completed and you were not charged. Please try again or use another card.",
  unavailable:
    "The payment service does not answer at the moment. You are not charged twice: we finish this payment and email you, or release it.",
  notCaptured:
    "Your bank approved this payment, but the money has not reached us yet. We try again within minutes: we email you when your plan starts, and otherwise nothing is charged.",
  down: "The payment service does not answer at the moment. Nothing was charged. Please try again in a minute.",
  owned: "You already have this. Nothing was charged.",
  boughtAlready:
    "You have this plan already, so this second payment was not taken. Sign in with your e-mail to use it.",
  staleConsent: "Too much time passed since you saw the price. Nothing was charged. Please press the button again.",
  inFlight:
    "Your last click is still being worked on. It is charged at most once, and if it is, your receipt arrives by email.",
  noCards: NO_RAW_CARDS,
  noInstrument:
    "There is no card of yours that this could be charged to. Nothing was charged. Please pay with the card form.",
} as const;

const DECLINES: Readonly<Record<string, string>> = {
  InsufficientBalance:
    "The bank declined: not enough money on this card. Nothing was charged. Please try another card.",
  ExpiredInstrument: "The bank declined: this card has expired. Nothing was charged. Please try another card.",
  InvalidInstrument:
    "The bank does not know this card. Nothing was charged. Please check the number or try another card.",
};

/** The sentence for a decline; unknown codes get the general one. */
export function declineText(reason: string): string {
  return own(DECLINES, reason) ??
    "The bank declined this card. Nothing was charged. Please try again, use another card, or ask your bank.";
}
