/** What a page tells our own collector of funnel events, as it leaves the browser. */
import type { Page } from "puppeteer";
import { eventually } from "../eventually.ts";

export interface ToldEvent {
  readonly name: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

const ADDRESS = "/api/funnel-events";
/** The page keeps a list of what it posts, so that each post is waited for until it has left. */
const LISTED = `if (self === top) {
  const real = fetch;
  window.posted = [];
  window.fetch = (path, options) => {
    if (path === "${ADDRESS}") posted.push(options.body);
    return real(path, options);
  };
}`;

/** Called before the page is opened; a site needs FUNNEL_EVENT_DAYS. The answer sends what waits and lists all so far. */
export function hearEvents(page: Page): () => Promise<readonly ToldEvent[]> {
  const bodies: string[] = [];
  void page.evaluateOnNewDocument(LISTED);
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith(ADDRESS)) bodies.push(request.postData() ?? "{}");
  });
  return async () => {
    // The part of the app that tells comes with the first event.
    await new Promise((resolve) => setTimeout(resolve, 150));
    const posted = parseTexts(await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide')); posted"));
    await eventually(() => posted.every((body) => bodies.includes(body)), () => ({ posted, bodies }));
    return bodies.flatMap((body) => parseBody(body).events ?? []);
  };
}

function parseTexts(value: unknown): readonly string[] {
  return value as readonly string[];
}

function parseBody(json: string): { readonly events?: readonly ToldEvent[] } {
  return JSON.parse(json) as { readonly events?: readonly ToldEvent[] };
}
