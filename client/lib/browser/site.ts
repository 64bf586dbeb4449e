/** This page's site settings, from the shell's inert JSON element (server/wire/site/site.ts). */
import type { Site } from "../../../server/wire/site/site.ts";
import { SITE_ELEMENT_ID } from "../../../server/wire/site/site_element.ts";

/** Display name, also sent as `project` of the attribution payload (W-ATTR-02). */
export const PRODUCT_LABEL = "TrustCheck";

let cached: Site | undefined;

/** Read once; throws when the element is missing, which only a broken build causes. */
export function site(): Site {
  cached ??= parseSite(document.getElementById(SITE_ELEMENT_ID)?.textContent ?? "");
  return cached;
}

/** For prerendering at build time, without a shell. */
export function provideSite(known: Site): void {
  cached = known;
}

/** The server writes this text from the same type, so only its presence is checked. */
function parseSite(text: string): Site {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || !("base" in value)) throw new Error("The shell has no settings");
  return value as Site;
}
