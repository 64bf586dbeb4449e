/** Messages for payments that do not go through: what happened, what is safe, what to do next. */
import { t } from "../../../i18n/t.ts";

export const CONSENT_MISSING = t("Please tick this box first.");
export const FIGURES_CORRECTED = t(
  "The date has moved on since this page opened. These are the right figures: please tick again.",
);
export const CONSENT_UNSENT = t(
  "We could not reach our server, so your bank was not asked and nothing was charged. Try again.",
);
export const RECONNECTING = t(
  "Your bank has approved the payment, but our connection is lost. We keep trying. You will not be charged twice.",
);
export const UNCONFIRMED_HELP = t(
  "Your bank approved the payment and we kept it. Try again: this only asks our own server, you are not charged twice.",
);
export const RESUMING_TEXT = t("You left while a payment was under way. We are asking your bank what became of it.");
/** The form is still there, but a reload has emptied its card fields. */
export const NOT_ASKED = t("Your payment did not reach the bank. Nothing was charged. Please try again.");
export const CHALLENGE_LEFT_TEXT = t(
  "The bank's check was closed before it was done, so nothing was charged yet. Go on with it: it is the same payment, you are not charged twice.",
);
export const CHALLENGE_OPEN_TEXT = t("Your bank is checking that it is you.");
export const WAITING_TEXT = t(
  "Your bank has not decided yet. Please do not pay again: as soon as it answers we write to you, with the way in.",
);

/** Fallback texts, verbatim (W-ERR-03, W-ERR-04). */
export const APPLE_NOT_AVAILABLE = t("Apple Pay is not available");
export const APPLE_CLOSED = t("Apple Pay was closed before it was done, and nothing was charged. You can try again.");
export const APPLE_UNKNOWN = t(
  "We do not know yet what became of it. Try again: the same payment is asked for again, so you are charged at most once.",
);

export type FailureCode =
  | "VALIDATION_FAILED"
  | "AUTHORIZATION_ERROR"
  | "AUTHENTICATION_ERROR"
  | "UNKNOWN_ERROR"
  | "USER_CANCELLED";

export interface Failure {
  readonly code: FailureCode;
  /** The issuer's reason in the checkout SDK's words, which are in this app's language; missing when it was not asked. */
  readonly decline?: { readonly text: string };
}

/** The message for a shopper who has just tried to pay. */
export function failureText({ code, decline }: Failure): string {
  switch (code) {
    case "VALIDATION_FAILED":
      return t("Please check the card details marked above. Nothing was charged.");
    case "USER_CANCELLED":
      return t("You closed the bank's check before it was done. Nothing was charged. You can try again.");
    case "AUTHENTICATION_ERROR":
      return t(
        "We could not reach the payment service, so your bank was not asked. Nothing was charged. Please try again.",
      );
    case "AUTHORIZATION_ERROR":
      return decline?.text ?? t("We could not take this payment. Nothing was charged. Reload the page and try again.");
    case "UNKNOWN_ERROR":
      return t("Something went wrong and the payment did not go through. Nothing was charged. Please try again.");
  }
}
