/** The pixel's two cookies in its vendor's format; written only after consent, removed when it is withdrawn. */
import { cookieValue } from "./attribution.ts";

const KEPT_S = 90 * 86_400;
const NAMES = ["_fbp", "_fbc"] as const;

export interface AdCookieSource {
  /** `document.cookie`. */
  readonly cookies: string;
  /** The click id of the link (`fbclid`), empty without one. */
  readonly clickId: string;
  readonly nowMs: number;
  /** Ten random digits. */
  readonly chance: number;
}

/** Assignments to `document.cookie`; existing cookies stay. */
export function newAdCookies({ cookies, clickId, nowMs, chance }: AdCookieSource): readonly string[] {
  const safeId = /^[\w-]{1,200}$/.test(clickId) ? clickId : "";
  return [
    ...(cookieValue(cookies, "_fbp") === "" ? [line("_fbp", `fb.1.${nowMs}.${chance}`, KEPT_S)] : []),
    ...(safeId === "" || cookieValue(cookies, "_fbc").endsWith(`.${safeId}`)
      ? []
      : [line("_fbc", `fb.1.${nowMs}.${safeId}`, KEPT_S)]),
  ];
}

export const GONE_AD_COOKIES: readonly string[] = NAMES.map((name) => line(name, "", 0));

function line(name: (typeof NAMES)[number], value: string, maxAgeS: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeS}; SameSite=Lax`;
}
