/** Sends the whole page away, and learns when the shopper comes back: browsers keep a left page as it was. */
import type { Challenge } from "../three_ds/challenge.ts";

/** Resolves when the page is shown again by the back button. */
export function cameBack(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    addEventListener("pageshow", ({ persisted }) => persisted && resolve(), { signal });
  });
}

/** The bank's check in the whole page: who comes back has left it. */
export function leaveForIssuerPage(link: string, signal: AbortSignal): Challenge {
  location.assign(link);
  return { end: cameBack(signal).then(() => "closed"), close: () => {} };
}
