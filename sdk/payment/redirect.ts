/**
 * Sends the whole page to another address, and detects the shopper's return: browsers may keep the page in their
 * back/forward cache.
 */
import { wait } from "../core/wait.ts";
import type { Challenge } from "../three_ds/challenge.ts";
import { REDIRECT_FALLBACK_MS } from "./constants.ts";

/** Resolves when the back button shows the page again. */
export function pageRestored(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    addEventListener("pageshow", ({ persisted }) => persisted && resolve(), { signal });
  });
}

/**
 * Opens the 3-D Secure challenge in the whole page. It is closed when the shopper returns by the back button, or never
 * left this page, as one that asks before it is left.
 */
export function redirectToIssuerPage(link: string, signal: AbortSignal): Challenge {
  location.assign(link);
  const back = Promise.race([pageRestored(signal), wait(REDIRECT_FALLBACK_MS, signal)]);
  return { end: back.then(() => "closed"), close: () => {} };
}
