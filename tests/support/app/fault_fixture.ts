/**
 * A browser at a step of the purchase, and the network faults it may encounter there: lost, slow and broken answers.
 */
import type { Browser, BrowserContext, HTTPRequest, Page } from "puppeteer";
import type { RunningApp } from "./app.ts";
import { enter, READY_TO_PAY, type StoredState } from "./funnel.ts";
import { createVisitor } from "./http_visitor.ts";
import { createShopper, type Shopper } from "./shopper.ts";

/** Polls are sped up; limits that a slow machine needs, such as for loading a frame, stay. */
const BRISK = `if (self === top) { const slow = setTimeout;
  window.setTimeout = (run, ms = 0, ...rest) => slow(run, ms >= 500 && ms < 3_000 ? ms / 8 : ms, ...rest); }`;
/** The two minutes for loading a chunk end once no request has arrived for a while, however slow the machine is. */
const LIMIT_SOON = `if (self === top) { const slow = setTimeout;
  window.setTimeout = (run, ms = 0, ...rest) => {
    if (ms < 60_000) return slow(run, ms, ...rest);
    let seen = -1;
    const look = () => {
      const come = performance.getEntriesByType("resource").length;
      if (come === seen) return run(...rest);
      seen = come;
      return slow(look, 1_500);
    };
    return look();
  }; }`;
const SLOW_MS = 700;

export type NetworkFault =
  /** Requests fail before they leave the browser. */
  | "lost"
  /** The server handles the request but its answer is lost; later requests fail. */
  | "answer lost"
  | "slow"
  | "500"
  /** Neither an answer nor a failure. */
  | "hangs";

export interface Rule {
  readonly calls: RegExp;
  readonly fault: NetworkFault;
}

export interface Visit {
  readonly shopper: Shopper;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly email: string;
  /** Id of the purchase made before; empty without one. */
  readonly subscriptionId: string;
  /** Applies from now on; undefined ends the fault. */
  fault(rule: Rule | undefined): void;
  /** Number of requests the last rule applied to: a fault that hit no request proves nothing. */
  met(): number;
  /** Shortens the limit for loading a chunk; the returned function restores it. */
  shortenLimit(): Promise<() => Promise<void>>;
  /** Another tab of the same browser, at the same step. */
  tab(): Promise<Visit>;
}

export interface AppAndBrowser {
  readonly app: RunningApp;
  readonly browser: Browser;
}

export interface FaultOptions {
  readonly path: (visit: { readonly subscriptionId: string }) => string;
  /** A new visitor, one with number and details, or one with a purchase. */
  readonly needs: "nothing" | "details" | "purchase";
}

let made = 0;

/** Opens the step in a browser of its own and closes it afterwards. */
export async function atStep(
  { app, browser }: AppAndBrowser,
  options: FaultOptions,
  live: (visit: Visit) => Promise<void>,
) {
  const context = await browser.createBrowserContext();
  const email = `fault${++made}@mail.example`;
  try {
    const subscriptionId = options.needs === "purchase" ? await bought({ app, context, email }) : "";
    const local = { ...READY_TO_PAY.local, quizEmail: email };
    const kept: StoredState = options.needs === "nothing"
      ? { local: { consent: "refused" }, session: {} }
      : options.needs === "details"
      ? { local, session: READY_TO_PAY.session }
      : { local, session: { email, subscriptionId, url: "/services/subscriptions" } };
    const open = async (): Promise<Visit> => {
      const page = await context.newPage();
      // A background tab renders nothing and would wait forever.
      await page.emulateFocusedPage(true);
      const faults = await applyFaults(page);
      await page.evaluateOnNewDocument(BRISK);
      await enter(page, { origin: app.origin, path: options.path({ subscriptionId }), kept });
      const shortenLimit = async () => {
        await page.evaluate(LIMIT_SOON);
        const { identifier } = await page.evaluateOnNewDocument(LIMIT_SOON);
        return () => page.removeScriptToEvaluateOnNewDocument(identifier);
      };
      return { shopper: createShopper(page), page, context, email, subscriptionId, ...faults, shortenLimit, tab: open };
    };
    await live(await open());
  } finally {
    await context.close();
  }
}

/** A plan paid over HTTP, its cookie in the browser. */
async function bought({ app, context, email }: { app: RunningApp; context: BrowserContext; email: string }) {
  const visitor = createVisitor(app.context);
  const { body } = await visitor.buy("tck_weekly_3dtrial", email);
  await context.setCookie(
    ...visitor.cookies().map((cookie) => ({ ...cookie, domain: "localhost", path: "/", httpOnly: true })),
  );
  return String(body.subscription_id);
}

async function applyFaults(page: Page): Promise<Pick<Visit, "fault" | "met">> {
  let rule: Rule | undefined;
  let isDown = false;
  let met = 0;
  await page.setRequestInterception(true);
  page.on("request", (request) => void meet(request).catch(() => undefined));
  const meet = async (request: HTTPRequest) => {
    const isCall = rule?.calls.test(`${request.method()} ${request.url()}`) === true;
    if (isDown && !/\/card\/5\/|^data:/.test(request.url())) return await request.abort("internetdisconnected");
    if (rule === undefined || !isCall) return await request.continue();
    met++;
    switch (rule.fault) {
      case "lost":
        return await request.abort("internetdisconnected");
      case "answer lost":
        isDown = true;
        await sendOn(page, request);
        return await request.abort("connectionreset");
      case "slow":
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
        return await request.continue();
      case "500":
        return await request.respond({ status: 500, contentType: "application/json", body: "{}" });
      case "hangs":
        return;
    }
  };
  return {
    fault: (next) => {
      rule = next;
      isDown = false;
      if (next !== undefined) met = 0;
    },
    met: () => met,
  };
}

/** The server receives it with the page's cookies; its answer is discarded. */
async function sendOn(page: Page, request: HTTPRequest): Promise<void> {
  const cookies = await page.browserContext().cookies();
  const answer = await fetch(request.url(), {
    method: request.method(),
    headers: { ...request.headers(), cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") },
    body: request.postData() ?? null,
  });
  await answer.body?.cancel();
}

/** Charges for plans and add-ons of this email address. */
export async function chargesOf({ app }: AppAndBrowser, email: string): Promise<readonly string[]> {
  const rows = await app.context.db.selectFrom("subs_charges")
    .innerJoin("subs_subscriptions", "subs_subscriptions.id", "subs_charges.subscription_id")
    .select(["subs_charges.plan_id"]).where("subs_subscriptions.email", "=", email)
    .where("subs_charges.state", "=", "succeeded").execute();
  return rows.map(({ plan_id }) => plan_id).sort();
}

/** Storage that throws on every access, as some browsers do in private windows. */
export const BLOCK_STORAGE = `{
  const refuse = () => { throw new DOMException("denied", "SecurityError"); };
  for (const name of ["getItem", "setItem", "removeItem", "clear"]) Storage.prototype[name] = refuse; }`;
