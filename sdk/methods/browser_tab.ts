/** A tab that the SDK opens in the click, sends to the payment page later, and watches until it is closed. */
import { TAB_CHECK_MS } from "./constants.ts";
import type { Tab } from "./hosted_page.ts";

/** Undefined when the browser blocked the tab; the whole page goes to the payment page instead (SECURITY R19). */
export function openTab(): Tab | undefined {
  const tab = globalThis.open("", "_blank");
  if (tab === null) return undefined;
  let isBlank = true;
  return {
    goTo: (link) => {
      isBlank = false;
      tab.location.replace(link);
    },
    end: (watched, signal) => {
      let timer: ReturnType<typeof setInterval>;
      return new Promise<"completed" | "closed">((resolve, reject) => {
        timer = setInterval(() => tab.closed && resolve("closed"), TAB_CHECK_MS);
        watched.then((isNews) => isNews && resolve("completed"), () => {});
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }).finally(() => clearInterval(timer));
    },
    close: () => tab.close(),
    closeBlank: () => isBlank && tab.close(),
  };
}
