/** Reads identity errors without the library itself, which has the messages. */
import { t } from "../../../i18n/t.ts";

export const CODE_PREFIX = "auth/";

export const IDENTITY_FALLBACK = t(
  "We couldn't sign you in. Nothing was lost. Try again, or choose another way.",
);

export const TOO_MANY_LINKS = t(
  "You've requested several links already. Open the newest email, whose link still works, or try again in an hour.",
);

/** "auth/popup-blocked"; empty when the error has no code. */
export function identityCode(reason: unknown): string {
  if (typeof reason !== "object" || reason === null || !("code" in reason)) return "";
  return typeof reason.code === "string" && reason.code.startsWith(CODE_PREFIX) ? reason.code : "";
}

/** Only these two sign the user out; any other error leaves the user signed in (W-AUTH-02, W-AUTH-03). */
export function endsSession(code: string): boolean {
  return code === "auth/user-disabled" || code === "auth/user-token-expired";
}
