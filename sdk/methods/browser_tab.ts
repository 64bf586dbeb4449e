/** A tab that the SDK opens in the click, sends to the payment page later, and watches until it is closed. */
import { TAB_CHECK_MS } from "./constants.ts";
import type { Tab } from "./hosted_page.ts";

/** Undefined when the browser blocked the tab; the whole page goes to the payment page instead (SECURITY R19). */
export function openTab(): Tab | undefined {
  const tab = globalThis.open("", "_blank");
  if (tab === null) return undefined;
  return {
    goTo: (link) => tab.location.replace(link),
    end: (watched) =>
      new Promise((resolve) => {
        const timer = setInterval(() => tab.closed && finish("closed"), TAB_CHECK_MS);
        const finish = (end: "completed" | "closed") => {
          clearInterval(timer);
          resolve(end);
        };
        watched.then((isNews) => isNews && finish("completed"), () => {});
      }),
    close: () => tab.close(),
  };
}
