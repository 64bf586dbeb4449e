/** The funnel events that a page sends to our own collector. */
import type { Page } from "puppeteer";
import { eventually } from "../eventually.ts";

export interface FunnelEvent {
  readonly name: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

const ADDRESS = "/api/funnel-events";
/** The page records its posts, so that the test can wait for each of them. */
const LISTED = `if (self === top) {
  performance.setResourceTimingBufferSize(5_000);
  const real = fetch;
  window.posted = [];
  window.fetch = (path, options) => {
    if (path === "${ADDRESS}") posted.push(options.body);
    return real(path, options);
  };
}`;

/** Of a visitor who allowed it, events wait in the page for the chunk that sends them. */
const CAN_SEND = `(async () => {
  if (localStorage.getItem("consent") !== '"given"' || navigator.globalPrivacyControl === true) return true;
  const chunk = performance.getEntriesByType("resource").find(({ name }) => /\\/sinks\\.\\w+\\.js$/.test(name));
  if (chunk === undefined) return false;
  await import(chunk.name);
  return true;
})()`;

/**
 * Call before the page opens; the site needs FUNNEL_EVENT_DAYS. The returned function flushes and lists all events so
 * far.
 */
export function recordFunnelEvents(page: Page): () => Promise<readonly FunnelEvent[]> {
  const bodies: string[] = [];
  void page.evaluateOnNewDocument(LISTED);
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith(ADDRESS)) bodies.push(request.postData() ?? "{}");
  });
  return async () => {
    await eventually(() => page.evaluate(CAN_SEND) as Promise<boolean>, () => bodies);
    // What the page does once the chunk is there, and the events of the last press.
    await new Promise((resolve) => setTimeout(resolve, 150));
    const posted = asTexts(await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide')); posted"));
    await eventually(() => posted.every((body) => bodies.includes(body)), () => ({ posted, bodies }));
    return bodies.flatMap((body) => parseBody(body).events ?? []);
  };
}

function asTexts(value: unknown): readonly string[] {
  return value as readonly string[];
}

function parseBody(json: string): { readonly events?: readonly FunnelEvent[] } {
  return JSON.parse(json) as { readonly events?: readonly FunnelEvent[] };
}
