/** Where this page runs, as the shell says it in its inert JSON element (server/wire/site.ts). */
import * as z from "zod/mini";
import { type Site, SITE_ELEMENT_ID, siteSchema } from "../../server/wire/site.ts";

/** Name shown to people and sent as `project` of the attribution payload. */
export const PRODUCT_LABEL = "TrustCheck";

let cached: Site | undefined;

/** Reads once; throws when the shell is not ours, which only happens when the build is broken. */
export function site(): Site {
  cached ??= parseSite(document.getElementById(SITE_ELEMENT_ID)?.textContent ?? "");
  return cached;
}

export function parseSite(text: string): Site {
  return z.parse(siteSchema, JSON.parse(text));
}
