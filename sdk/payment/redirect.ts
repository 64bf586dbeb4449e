/**
 * Sends the whole page to another address, and detects the shopper's return: browsers may keep the page in their
 * back/forward cache.
 */
import { wait } from "../core/wait.ts";
import type { Challenge } from "../three_ds/challenge.ts";
import { REDIRECT_FALLBACK_MS } from "./constants.ts";

/** Whether the page is still there after this time, or was left and the back button shows it again. */
export async function stay(ms: number, signal: AbortSignal): Promise<"stayed" | "back"> {
  let listen: (event: PageTransitionEvent) => void = () => {};
  const back = new Promise<"back">((resolve) => listen = ({ persisted }) => persisted && resolve("back"));
  addEventListener("pageshow", listen);
  try {
    return await Promise.race([back, wait(ms, signal).then(() => "stayed" as const)]);
  } finally {
    removeEventListener("pageshow", listen);
  }
}

/**
 * Opens the 3-D Secure challenge in the whole page. It is closed when the shopper returns by the back button, or never
 * left this page, as one that asks before it is left.
 */
export function redirectToIssuerPage(link: string, signal: AbortSignal): Challenge {
  location.assign(link);
  return { end: stay(REDIRECT_FALLBACK_MS, signal).then(() => "closed"), close: () => {} };
}
