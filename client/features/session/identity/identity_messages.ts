/** One plain sentence for every error code of the identity library (W-ERR-09). */
import { t } from "../../../i18n/t.ts";
import { CODE_PREFIX, IDENTITY_FALLBACK, identityCode } from "./identity_code.ts";
import { own } from "../../../../server/wire/own_entry.ts";

const NEW_LINK = t("This link has been used already or is too old. Ask for a new one below: it takes a moment.");
const WRONG = t(
  "This e-mail address and password do not belong together. Check both, or have a sign-in link sent instead.",
);
const LATER = t("Too many attempts in a short time. Wait a few minutes and try again, or use the link by e-mail.");

const ENDED = t("Your sign-in has ended. Please sign in again: everything you have is kept.");
const OFF = t("This way to sign in is switched off at the moment. Please choose another one.");
const ELSEWHERE = t("Sign-in is not set up for this address. Please open TrustCheck from its own address.");
const OLD_CODE = t("This code is too old. Ask for a new one.");
const WRONG_CODE = t("This code is not right. Check the message and type it again.");
const SLOW = t("The sign-in took too long. Nothing happened yet: please try again.");
const OF_ANOTHER = t("This sign-in belongs to another account already. Sign in with it instead.");
const CONNECTED = t("This way to sign in is connected to your account already.");
const NO_PHONE = t("This does not look like a phone number. Start with + and the country code.");
const FROM_START = t("The second step took too long. Please sign in again from the start.");

export const IDENTITY_MESSAGES: Readonly<Record<string, string>> = {
  "invalid-credential": WRONG,
  "wrong-password": WRONG,
  "invalid-login-credentials": WRONG,
  "user-not-found": t("We know no account with this address. Check it, or sign in the way you did before."),
  "email-already-in-use": t("This address has an account already. Sign in with it instead."),
  "too-many-requests": LATER,
  "quota-exceeded": LATER,
  "network-request-failed": t("The connection was lost. Nothing happened yet: check your network and try again."),
  "timeout": SLOW,
  "popup-blocked": t("Your browser blocked the sign-in window. We take you to the sign-in page instead."),
  "popup-closed-by-user": t("You closed the sign-in window before it was done. Choose a way to sign in again."),
  "cancelled-popup-request": t("Another sign-in window was opened. Please finish that one."),
  "user-cancelled": t("You did not allow the sign-in. Choose another way if you prefer."),
  "redirect-cancelled-by-user": t("You left the sign-in page before it was done. Choose a way to sign in again."),
  "unauthorized-domain": ELSEWHERE,
  "unauthorized-continue-uri": ELSEWHERE,
  "operation-not-allowed": OFF,
  "admin-restricted-operation": OFF,
  "operation-not-supported-in-this-environment": t("This browser cannot do this sign-in. Use the link by e-mail."),
  "web-storage-unsupported": t("Your browser keeps no data for this page. Allow it, or use another browser window."),
  "requires-recent-login": t("For your safety, please sign in once more and then repeat what you wanted to do."),
  "expired-action-code": NEW_LINK,
  "invalid-action-code": NEW_LINK,
  "invalid-email": t("This does not look like an e-mail address, or it is not the one this link was sent to."),
  "missing-email": t("Please enter your e-mail address."),
  "weak-password": t("This password is too easy to guess. Use at least 6 characters, better a short sentence."),
  "password-does-not-meet-requirements": t(
    "This password does not meet the rules. Make it longer and mix letters and digits.",
  ),
  "account-exists-with-different-credential": t(
    "This address signs in another way, for example with Google or Apple. Please use the way you used first.",
  ),
  "credential-already-in-use": OF_ANOTHER,
  "provider-already-linked": CONNECTED,
  "user-disabled": t("This account was closed. If you think that is a mistake, write to us."),
  "user-token-expired": ENDED,
  "invalid-user-token": ENDED,
  "invalid-refresh-token": ENDED,
  "missing-refresh-token": ENDED,
  "missing-id-token": ENDED,
  "user-mismatch": t("This is another account than the one you are signed in with."),
  "invalid-verification-code": WRONG_CODE,
  "code-expired": OLD_CODE,
  "invalid-verification-id": OLD_CODE,
  "missing-verification-id": OLD_CODE,
  "missing-code": WRONG_CODE,
  "missing-password": t("Please enter your password."),
  "invalid-phone-number": NO_PHONE,
  "missing-phone-number": NO_PHONE,
  "phone-number-exists": OF_ANOTHER,
  "unverified-email": t("Please confirm your e-mail address first: open the link in the mail we sent you."),
  "second-factor-already-in-use": CONNECTED,
  "maximum-second-factor-count-exceeded": t("An account can have five second steps. Remove one of yours first."),
  "multi-factor-info-not-found": FROM_START,
  "unsupported-first-factor": OFF,
  "invalid-multi-factor-session": FROM_START,
  "missing-multi-factor-session": FROM_START,
  "invalid-custom-token": SLOW,
  "multi-factor-auth-required": t("This account asks for a second step, which TrustCheck does not offer yet."),
};

/** The message for any error of the library. */
export function identityMessage(reason: unknown): string {
  return own(IDENTITY_MESSAGES, identityCode(reason).slice(CODE_PREFIX.length)) ?? IDENTITY_FALLBACK;
}
