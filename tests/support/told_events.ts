/** What a page tells our own collector of funnel events, as it leaves the browser. */
import type { Page } from "puppeteer";

export interface ToldEvent {
  readonly name: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

/** Called before the page is opened; a site needs FUNNEL_EVENT_DAYS. The answer sends what waits and lists all so far. */
export function hearEvents(page: Page): () => Promise<readonly ToldEvent[]> {
  const told: ToldEvent[] = [];
  page.on("request", (request) => {
    if (request.method() !== "POST" || !request.url().endsWith("/api/funnel-events")) return;
    const body = JSON.parse(request.postData() ?? "{}") as { readonly events?: readonly ToldEvent[] };
    told.push(...body.events ?? []);
  });
  return async () => {
    // The part of the app that tells comes with the first event.
    await new Promise((resolve) => setTimeout(resolve, 150));
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))");
    await new Promise((resolve) => setTimeout(resolve, 50));
    return [...told];
  };
}
