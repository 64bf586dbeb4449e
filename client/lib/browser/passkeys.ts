/** Whether passkeys work in this browser, a new passkey's name, and messages for the browser's refusals. */
import { t } from "../../i18n/t.ts";
import { site } from "./site.ts";

export function offersPasskeys(): boolean {
  return site().passkeyOrigin === globalThis.location.origin && "PublicKeyCredential" in globalThis;
}

const BROWSERS = [["Edg/", "Edge"], ["OPR/", "Opera"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], [
  "Safari/",
  "Safari",
]] as const;
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Mac OS X", "Mac"],
  [
    "Windows",
    "Windows",
  ],
  ["CrOS", "Chromebook"],
  ["Linux", "Linux"],
] as const;

/** "Chrome, Android": enough for a member to tell their own devices apart. */
export function passkeyName(userAgent: string): string {
  const known = (rows: readonly (readonly [string, string])[]) => rows.find(([sign]) => userAgent.includes(sign))?.[1];
  return [known(BROWSERS), known(SYSTEMS)].filter((part) => part !== undefined).join(", ") || "Browser";
}

/** Messages by the browser's error names (WebAuthn); undefined for other errors. */
export function passkeySentence(reason: unknown): string | undefined {
  const name = reason instanceof Error ? reason.name : "";
  switch (name) {
    case "NotAllowedError":
    case "AbortError":
      return t("No passkey was used. The prompt was closed or timed out. Try again, or choose another way to sign in.");
    case "InvalidStateError":
      return t("This device already has a passkey for your account.");
    case "NotSupportedError":
    case "ConstraintError":
      return t("This device doesn't support passkeys.");
    default:
      return undefined;
  }
}
