/** Messages for payments that do not go through: what happened, what is safe, what to do next. */
import { t } from "../../../i18n/t.ts";
import type { NextStep } from "../../../lib/checkout_sdk.ts";

export const CONSENT_MISSING = t("Check this box to continue.");
export const FIGURES_CORRECTED = t(
  "The dates have changed since you opened this page. Review the updated terms and check the box again.",
);
export const CONSENT_UNSENT = t(
  "We couldn't reach our server. Your bank wasn't contacted and you haven't been charged. Try again.",
);
export const RECONNECTING = t(
  "Your bank approved the payment, but we lost the connection. We'll keep trying. You won't be charged twice.",
);
export const UNCONFIRMED_HELP = t(
  "Your bank approved the payment and we've recorded it. Try again to finish. You won't be charged twice.",
);
export const RESUMING_TEXT = t("You left while a payment was in progress. We're checking with your bank.");
/** The form is still there, but a reload has emptied its card fields. */
export const NOT_ASKED = t("Your payment didn't reach the bank. You haven't been charged. Try again.");
export const CHALLENGE_LEFT_TEXT = t(
  "Your bank's verification was closed before you finished, so you haven't been charged yet. Continue with the same payment. You won't be charged twice.",
);
export const CHALLENGE_OPEN_TEXT = t("Your bank is verifying that it's you.");
export const WAITING_TEXT = t(
  "Your bank hasn't decided yet. Don't pay again. We'll email you as soon as it answers, with a link to sign in.",
);

/** Fallback texts, verbatim (W-ERR-03, W-ERR-04). */
export const APPLE_NOT_AVAILABLE = t("Apple Pay is not available");
export const APPLE_CLOSED = t("Apple Pay was closed before you finished. You haven't been charged. You can try again.");
export const UNDECIDED_HELP = t(
  "We don't know the outcome yet. Try again to continue the same payment. You won't be charged twice.",
);

export type FailureCode =
  | "VALIDATION_FAILED"
  | "AUTHORIZATION_ERROR"
  | "AUTHENTICATION_ERROR"
  | "UNKNOWN_ERROR"
  | "USER_CANCELLED";

export interface Failure {
  readonly code: FailureCode;
  /**
   * The issuer's reason in the checkout SDK's words, which are in this app's language; missing when it was not asked.
   */
  readonly decline?: { readonly why: string; readonly text: string; readonly nextStep: NextStep };
}

/** The steps that another card may be. */
const ANOTHER_CARD: readonly NextStep[] = ["use_another_card", "check_card", "call_bank"];

export function isCardRefused({ decline }: Failure): boolean {
  return decline !== undefined && ANOTHER_CARD.includes(decline.nextStep);
}

/** The message for a shopper who has just tried to pay. */
export function failureText(failure: Failure): string {
  const { code, decline } = failure;
  switch (code) {
    case "VALIDATION_FAILED":
      return t("Check the highlighted card details. You haven't been charged.");
    case "USER_CANCELLED":
      return t("You closed your bank's verification before finishing. You haven't been charged. You can try again.");
    case "AUTHENTICATION_ERROR":
      return t(
        "We couldn't reach the payment service. Your bank wasn't contacted and you haven't been charged. Try again.",
      );
    case "AUTHORIZATION_ERROR":
      // Another card is the button below the message.
      return (isCardRefused(failure) && decline?.nextStep !== "check_card" ? decline?.why : decline?.text) ??
        t("We couldn't take this payment. You haven't been charged. Reload the page and try again.");
    case "UNKNOWN_ERROR":
      return t("Something went wrong and the payment didn't go through. You haven't been charged. Try again.");
  }
}
