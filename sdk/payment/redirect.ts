/**
 * Sends the whole page to another address, and detects the shopper's return: browsers may keep the page in their
 * back/forward cache.
 */
import type { Challenge } from "../three_ds/challenge.ts";

/** Resolves when the back button shows the page again. */
export function pageRestored(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    addEventListener("pageshow", ({ persisted }) => persisted && resolve(), { signal });
  });
}

/** Opens the 3-D Secure challenge in the whole page. A shopper who returns by the back button has closed it. */
export function redirectToIssuerPage(link: string, signal: AbortSignal): Challenge {
  location.assign(link);
  return { end: pageRestored(signal).then(() => "closed"), close: () => {} };
}
