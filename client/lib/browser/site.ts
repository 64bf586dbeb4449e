/** Where this page runs, as the shell says it in its inert JSON element (server/wire/site/site.ts). */
import type { Site } from "../../../server/wire/site/site.ts";
import { SITE_ELEMENT_ID } from "../../../server/wire/site/site_element.ts";

/** Name shown to people and sent as `project` of the attribution payload. */
export const PRODUCT_LABEL = "TrustCheck";

let cached: Site | undefined;

/** Reads once; throws when the shell is not ours, which only happens when the build is broken. */
export function site(): Site {
  cached ??= parseSite(document.getElementById(SITE_ELEMENT_ID)?.textContent ?? "");
  return cached;
}

/** For the drawing at build time, where there is no shell. */
export function provideSite(known: Site): void {
  cached = known;
}

/** The server builds this text from the same type; a shell without it is no shell of ours. */
export function parseSite(text: string): Site {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || !("base" in value)) throw new Error("The shell has no settings");
  return value as Site;
}
