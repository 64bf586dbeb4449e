/** One plain sentence for every error code of the identity library (W-ERR-09). */
import { t } from "../../../i18n/t.ts";
import { CODE_PREFIX, IDENTITY_FALLBACK, identityCode } from "./identity_code.ts";
import { own } from "../../../../server/wire/own_entry.ts";

const NEW_LINK = t("This link has already been used or has expired. Request a new one below.");
const WRONG = t(
  "That email and password don't match. Check both, or get a sign-in link instead.",
);
const LATER = t("Too many attempts. Wait a few minutes and try again, or get a sign-in link by email.");

const ENDED = t("You've been signed out. Sign in again. Nothing has been lost.");
const OFF = t("This sign-in method isn't available right now. Choose another one.");
const ELSEWHERE = t("Sign-in doesn't work at this web address. Open TrustCheck from its official website.");
const OLD_CODE = t("That code has expired. Request a new one.");
const WRONG_CODE = t("That code isn't right. Check the message and enter it again.");
const SLOW = t("Signing in took too long. Nothing has changed. Try again.");
const OF_ANOTHER = t("This sign-in is already linked to another account. Sign in to that account instead.");
const CONNECTED = t("This sign-in method is already linked to your account.");
const NO_PHONE = t("That doesn't look like a phone number. Start with + and the country code.");
const FROM_START = t("The second step took too long. Start signing in again.");

export const IDENTITY_MESSAGES: Readonly<Record<string, string>> = {
  "invalid-credential": WRONG,
  "wrong-password": WRONG,
  "invalid-login-credentials": WRONG,
  "user-not-found": t(
    "We couldn't find an account with this email. Check the address, or sign in the way you did before.",
  ),
  "email-already-in-use": t("This email already has an account. Sign in to it instead."),
  "too-many-requests": LATER,
  "quota-exceeded": LATER,
  "network-request-failed": t("The connection was lost. Nothing has changed. Check your network and try again."),
  "timeout": SLOW,
  "popup-blocked": t("Your browser blocked the sign-in window, so we'll take you to the sign-in page."),
  "popup-closed-by-user": t("You closed the sign-in window before finishing. Choose how to sign in."),
  "cancelled-popup-request": t("Another sign-in window is already open. Finish signing in there."),
  "user-cancelled": t("That sign-in wasn't allowed. Choose another way."),
  "redirect-cancelled-by-user": t("You left the sign-in page before finishing. Choose how to sign in."),
  "unauthorized-domain": ELSEWHERE,
  "unauthorized-continue-uri": ELSEWHERE,
  "operation-not-allowed": OFF,
  "admin-restricted-operation": OFF,
  "operation-not-supported-in-this-environment": t(
    "This browser doesn't support this sign-in method. Use the email link instead.",
  ),
  "web-storage-unsupported": t(
    "Your browser is blocking this site from saving data. Allow it in your settings, or use another browser.",
  ),
  "requires-recent-login": t("For your security, sign in again and try once more."),
  "expired-action-code": NEW_LINK,
  "invalid-action-code": NEW_LINK,
  "invalid-email": t("That isn't a valid email address, or the link was sent to a different one."),
  "missing-email": t("Enter your email address."),
  "weak-password": t("That password is too easy to guess. Use at least 6 characters, or better, a short phrase."),
  "password-does-not-meet-requirements": t(
    "That password doesn't meet the requirements. Make it longer and mix letters and numbers.",
  ),
  "account-exists-with-different-credential": t(
    "This email uses a different sign-in method, such as Google or Apple. Sign in the way you did the first time.",
  ),
  "credential-already-in-use": OF_ANOTHER,
  "provider-already-linked": CONNECTED,
  "user-disabled": t(
    "This account has been disabled. If you think that's a mistake, write to us. Our address is on the Privacy page.",
  ),
  "user-token-expired": ENDED,
  "invalid-user-token": ENDED,
  "invalid-refresh-token": ENDED,
  "missing-refresh-token": ENDED,
  "missing-id-token": ENDED,
  "user-mismatch": t("That's not the account you're signed in to."),
  "invalid-verification-code": WRONG_CODE,
  "code-expired": OLD_CODE,
  "invalid-verification-id": OLD_CODE,
  "missing-verification-id": OLD_CODE,
  "missing-code": WRONG_CODE,
  "missing-password": t("Enter your password to sign in."),
  "invalid-phone-number": NO_PHONE,
  "missing-phone-number": NO_PHONE,
  "phone-number-exists": OF_ANOTHER,
  "unverified-email": t("Confirm your email first. Open the link in the email we sent you."),
  "second-factor-already-in-use": CONNECTED,
  "maximum-second-factor-count-exceeded": t(
    "You can have up to five methods for two-step verification. Remove one first.",
  ),
  "multi-factor-info-not-found": FROM_START,
  "unsupported-first-factor": OFF,
  "invalid-multi-factor-session": FROM_START,
  "missing-multi-factor-session": FROM_START,
  "invalid-custom-token": SLOW,
  "multi-factor-auth-required": t("This account requires two-step verification, which TrustCheck doesn't support yet."),
};

/** The message for any error of the library. */
export function identityMessage(reason: unknown): string {
  return own(IDENTITY_MESSAGES, identityCode(reason).slice(CODE_PREFIX.length)) ?? IDENTITY_FALLBACK;
}
