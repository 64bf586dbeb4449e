/** What the error reporter sends after consent: sampling, labels, headers and limits, as seen in its requests. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "puppeteer";
import { eventually } from "../../support/eventually.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { RUNS } from "../../support/app/funnel.ts";
import { createShopper } from "../../support/app/shopper.ts";

interface Item {
  readonly head: Readonly<Record<string, unknown>>;
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Content of an envelope: a header line, then two lines per item. */
function itemsOf(envelope: string): readonly Item[] {
  const [head, ...rest] = envelope.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  const items: Item[] = [];
  for (let at = 0; at + 1 < rest.length; at += 2) items.push({ head, type: rest[at].type, body: rest[at + 1] });
  return items;
}

describe("error reporting", () => {
  const fixture = appFixture();

  interface Visit {
    readonly page: Page;
    readonly sent: readonly Item[];
    /** Waits for a matching item. */
    until(matches: (item: Item) => boolean): Promise<Item>;
  }

  /** A visitor who has consented, with this script run before the page's own. */
  const visit = (words: string, live: (visit: Visit) => Promise<void>) =>
    fixture.visit(async (page) => {
      const sent: Item[] = [];
      page.on("request", (request) => {
        if (/\/envelope\//.test(request.url())) sent.push(...itemsOf(request.postData() ?? ""));
      });
      await page.evaluateOnNewDocument(`if (self === top) { localStorage.setItem("consent", '"given"'); ${words} }`);
      await page.goto(`${fixture.app.origin}/trustcheck/terms`);
      await page.waitForFunction("globalThis.__SENTRY__ !== undefined");
      const until = (matches: (item: Item) => boolean) => eventually(() => sent.find(matches), () => sent);
      await live({ page, sent, until });
    });
  const drawing = (value: number) => `Math.random = () => ${value};`;
  const isEvent = ({ type }: Item) => type === "event";
  const throwLater = (page: Page, text: string) =>
    page.evaluate(`void setTimeout(() => { throw new Error("${text}"); })`);
  const untilSpan = async ({ sent, until }: Visit, wanted: string) => {
    const find = (item: Item) => spansOf(item).find(({ attributes }) => attributes["sentry.op"]?.value === wanted);
    await until((item) => find(item) !== undefined);
    return sent.map(find).find((span) => span !== undefined);
  };

  it("W-SENTRY-05: half of the page loads are traced: a random number below 0.5 is, one above is not", async () => {
    await visit(drawing(0.49), async (visitor) => {
      const span = await untilSpan(visitor, "pageload");
      assertEquals(span?.is_segment, true);
      assert(visitor.sent.some(({ head }) => Object(head["trace"]).sample_rate === "0.5"));
    });
    await visit(drawing(0.51), async ({ page, sent, until }) => {
      // Longer than a page load is traced; then something that is always sent.
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await throwLater(page, "told in any case");
      await until(isEvent);
      assertEquals(sent.flatMap(spansOf), []);
    });
  });

  it("W-SENTRY-06, W-SENTRY-10: an error carries PROD, the IP placeholder that the service fills in, and the release; debug is off", () =>
    visit(drawing(0.51), async ({ page, until }) => {
      const said: string[] = [];
      page.on("console", (message) => said.push(message.text()));
      await throwLater(page, "one");
      const { body } = await until(isEvent);
      const { version } = fixture.app.context.assets.manifest;
      assertEquals([body["environment"], body["release"]], ["PROD", `TrustCheck@${version}`]);
      assertEquals(Object(Object(body["sdk"]).settings).infer_ip, "auto");
      assertEquals(said.filter((text) => /Sentry Logger/i.test(text)), []);
    }));

  it("W-SENTRY-04: an answer that the app catches and can't read is logged and reported like an uncaught error", () =>
    visit(drawing(0.51), async ({ page, sent, until }) => {
      const logged: string[] = [];
      page.on("pageerror", (error) => logged.push(String(error)));
      // The address changes in the running app: one that starts later would not fit what the server sent.
      await page.waitForFunction(RUNS);
      await page.evaluate(`{
        history.replaceState(null, "", "/trustcheck/");
        const { fetch } = globalThis;
        globalThis.fetch = (url, options) =>
          String(url).includes("/report/check") ? Promise.resolve(new Response("{ not JSON")) : fetch(url, options);
        dispatchEvent(new PopStateEvent("popstate"));
      }`);
      await (await page.waitForSelector("input[type=tel]"))?.type("+1 650 253 0000");
      await (await page.waitForSelector("[data-testid=check-it]"))?.click();
      const { body } = await until(isEvent);
      assertMatch(JSON.stringify(body["exception"]), /SyntaxError/);
      assertEquals([logged.length, sent.filter(isEvent).length], [1, 1]);
    }));

  it("W-SENTRY-02: trace headers go with calls to our own origin only", () =>
    visit(drawing(0.1), async ({ page }) => {
      const headers = async (address: string) => {
        // The policy would block the other call before its headers are seen.
        const asked = page.waitForRequest((request) => request.url() === address);
        await page.evaluate(`void fetch("${address}", { mode: "cors" }).catch(() => undefined)`);
        return (await asked).headers();
      };
      await page.setBypassCSP(true);
      await page.reload();
      await page.waitForFunction("globalThis.__SENTRY__ !== undefined");
      const own = await headers(`${fixture.app.origin}/healthz`);
      assertEquals([own["sentry-trace"]?.split("-").length, /sentry-trace_id=/.test(own["baggage"] ?? "")], [3, true]);
      const foreign = await headers(`${fixture.app.frameOrigin}/healthz`);
      assertEquals([foreign["sentry-trace"], foreign["baggage"]], [undefined, undefined]);
      assertEquals(foreign["access-control-request-headers"], undefined);
    }));

  for (const [age, isLinked] of [[3_590, true], [3_610, false]] as const) {
    it(`W-SENTRY-08: a trace that began ${age} s ago is ${isLinked ? "" : "not "}linked as the previous one`, () =>
      visit(drawing(0.1), async (visitor) => {
        const { page } = visitor;
        const before = await untilSpan(visitor, "pageload");
        const startedMs = Number(before?.start_timestamp) * 1_000;
        await page.evaluate(`{ const now = Date.now; Date.now = () => ${startedMs + age * 1_000}; window.now = now; }`);
        await page.click('footer a[href="/trustcheck/privacy"]');
        await page.waitForFunction("location.pathname.endsWith('/privacy')");
        await createShopper(page).readUntil("What we collect");
        await page.evaluate("Date.now = window.now");
        const links = (await untilSpan(visitor, "navigation"))?.links ?? [];
        const previous = links.filter(({ attributes }) => attributes?.["sentry.link.type"]?.value === "previous_trace");
        assertEquals(previous.map(({ trace_id }) => trace_id), isLinked ? [before?.trace_id] : []);
      }));
  }

  for (const [seconds, isTold] of [[59, true], [61, false]] as const) {
    it(`W-SENTRY-09: a press that took ${seconds} s is ${isTold ? "reported" : "ignored"}`, () =>
      visit(drawing(0.1) + PRESSES, async (visitor) => {
        const { page } = visitor;
        await untilSpan(visitor, "pageload");
        await page.evaluate(`pressed(${seconds * 1_000}); putAside()`);
        if (isTold) await untilSpan(visitor, "ui.interaction.click");
        else {
          await throwLater(page, "told after it");
          await visitor.until(isEvent);
          assertEquals(
            visitor.sent.flatMap(spansOf).filter(({ attributes }) =>
              String(attributes["sentry.op"]?.value).startsWith("ui.interaction")
            ),
            [],
          );
        }
      }));
  }

  // The library drops the oldest id once there are more than ten (docs/decisions/client/interaction-ids.md).
  for (const [later, isKept] of [[10, true], [11, false]] as const) {
    it(`W-SENTRY-09: the id of the slowest press is ${isKept ? "kept" : "gone"} after ${later} later ones`, () =>
      visit(drawing(0.1) + PRESSES, async (visitor) => {
        const { page } = visitor;
        await untilSpan(visitor, "pageload");
        // The pressed element has left the page, so only the id identifies it.
        await page.evaluate("window.slowest = pressed(500)");
        await page.evaluate(`for (let id = 1; id <= ${later}; id++) pressed(40, 7001 + 7 * id)`);
        await page.evaluate("slowest.target = null; putAside()");
        const span = await untilSpan(visitor, "ui.interaction.click");
        const target = Object.entries(span?.attributes ?? {}).find(([name]) => name.endsWith("inp.target"))?.[1].value;
        assertEquals([span?.attributes["sentry.exclusive_time"]?.value, target !== undefined], [500, isKept]);
      }));
  }
});

interface Span {
  readonly trace_id: string;
  readonly start_timestamp: number;
  readonly is_segment: boolean;
  readonly attributes: Readonly<Record<string, { readonly value: unknown }>>;
  readonly links?: readonly {
    readonly trace_id: string;
    readonly attributes?: Readonly<Record<string, { readonly value: unknown }>>;
  }[];
}

function spansOf({ type, body }: Item): readonly Span[] {
  return type === "span" ? body["items"] as readonly Span[] : [];
}

/** The test supplies the browser's press timings; hiding the page then makes the reporter send them. */
const PRESSES = `
  const Own = window.PerformanceObserver;
  const listeners = [];
  window.PerformanceObserver = class extends Own {
    constructor(tell) { super(tell); this.tell = tell; }
    observe(options) {
      if (options.type === "event" || options.type === "first-input") listeners.push({ type: options.type, tell: this.tell });
      else super.observe(options);
    }
  };
  window.pressed = (duration, interactionId = 7001) => {
    const startTime = performance.now();
    const entry = { entryType: "event", name: "click", startTime, duration, interactionId, processingStart: startTime,
      processingEnd: startTime, target: document.querySelector("footer a"), toJSON: () => ({}) };
    for (const { type, tell } of listeners) if (type === "event") tell({ getEntries: () => [entry] });
    return entry;
  };
  window.putAside = () => {
    setTimeout(() => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    }, 300);
  };`;
