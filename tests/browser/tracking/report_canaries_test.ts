/** Error reports after consent contain no personal data: on every route, whatever the address and the page contain. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "puppeteer";
import * as z from "zod/mini";
import { eventually } from "../../support/eventually.ts";
import { ROUTES, WEBAPP_ROUTES } from "../../../client/lib/browser/paths.ts";
import { enter, READY_TO_PAY, runsIn } from "../../support/app/funnel.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { comeBack, memberOf } from "../../support/app/returning.ts";
import { createShopper } from "../../support/app/shopper.ts";
import { appFixture } from "../../support/app/app_fixture.ts";

const CANARIES: Readonly<Record<string, string>> = {
  email: "canary.ana@mail.example",
  token: "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJl",
  subscription: "sub_canary9f8e7d6c5b4a",
  account: "6b1f0f0c-77aa-4f0c-8b1f-c0ffee6b1f0f",
  phone: "+16502530000",
  card: "4242424242424242",
};
const FORMS: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => encodeURIComponent(encodeURIComponent(text)),
  btoa,
  (text) => btoa(text).replaceAll("=", ""),
];
const WORDS = Object.values(CANARIES).flatMap((word) => [...new Set(FORMS.map((form) => form(word)))]);
const IS_LONG = Deno.env.get("TEST_LONG") === "1";
/**
 * What the page of one route knows: each datum as it is and in one other form, which is another one on the next route.
 * `deno task test:long` has every form on every route.
 */
function wordsOn(route: number): readonly string[] {
  if (IS_LONG) return WORDS;
  return Object.values(CANARIES).flatMap((word, at) => {
    const form = FORMS[1 + (route + at) % (FORMS.length - 1)] ?? encodeURIComponent;
    return [...new Set([word, form(word)])];
  });
}
/** Not `c`: with it the server renders a page without script. */
const PARAMETERS = ["vSubscriptionId", "t", "email", "_idfm", "campaign_id", "tcv", "vault", "oobCode"];
const DEEP = `/somewhere/${encodeURIComponent(CANARIES.email ?? "")}/${CANARIES.subscription}`;
/** Number of pages open at once, for two cores. */
const AT_ONCE = 6;
const PATHS = [
  ...Object.values(ROUTES),
  ...Object.values(WEBAPP_ROUTES).map((child) => `${ROUTES.webapp}/${child}`),
  DEEP,
];

/** Everything that a page may report: errors, rejections, the console, calls, clicks, addresses. */
const MISUSE = `((words) => {
  const label = document.createElement("button");
  label.setAttribute("aria-label", words.join(" "));
  label.title = words[0];
  document.body.append(label);
  label.click();
  for (const word of words) {
    console.error("lost " + word, { nested: { word } });
    fetch("/services/report/stored/" + word + "/pdf?c=" + word).catch(() => undefined);
    setTimeout(() => { throw new Error("failed for " + word + " at https://app.example/x/" + word + "?t=" + word); });
    Promise.reject(new Error("rejected (" + word + ")", { cause: new Error(word) }));
  }
  setTimeout(() => { throw Object.assign(new Error("odd"), { phone: 16502530000, card: 4242424242424242, words }); });
  setTimeout(() => history.replaceState(history.state, "", location.pathname + "?email=" + words[0] + "#" + words[1]), 50);
})`;

const eventSchema = z.object({ tags: z.record(z.string(), z.string()) });

describe("error reports after consent", () => {
  const fixture = appFixture();

  /** This page's reports so far: their addresses, headers and bodies. */
  function listen(page: Page): () => string {
    let reported = "";
    page.on("request", (request) => {
      if (!/\/envelope\//.test(request.url())) return;
      reported += `${request.url()} ${JSON.stringify(request.headers())}\n${request.postData() ?? ""}\n`;
    });
    return () => reported;
  }

  /** The page with its reporter loaded. */
  async function openReporting(page: Page, path: string): Promise<() => string> {
    const reported = listen(page);
    await open(page, path);
    await page.waitForFunction("performance.getEntriesByType('resource').some((one) => /sentry/.test(one.name))");
    return reported;
  }

  /** The footer is drawn again after a change of page; before the app runs, its links load another document. */
  async function follow(page: Page, link: string): Promise<void> {
    await page.waitForFunction(`${runsIn(link)} && (document.querySelector(${JSON.stringify(link)}).click(), true)`);
  }

  /** One event has these words and the component stack. */
  const hasStack = (reported: () => string, words: string) =>
    eventually(
      () => reported().split("\n").some((line) => line.includes(words) && /React ErrorBoundary Error/.test(line)),
      reported,
    );

  /** Bodies of the reports, with an error and with spans. */
  async function reportsOf(page: Page, path: string): Promise<string> {
    const words = wordsOn(PATHS.indexOf(path));
    const reported = await openReporting(page, path);
    for (const part of [words.slice(0, 12), words.slice(12)].filter(({ length }) => length > 0)) {
      await page.evaluate(`${MISUSE}(${JSON.stringify(part)})`);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return await eventually(() => isWhole(reported()) && reported(), () => `${path}: ${reported()}`);
  }

  const isWhole = (reported: string) =>
    /"type":"event"/.test(reported) && /"type":"span"|"type":"transaction"/.test(reported);

  async function open(page: Page, path: string): Promise<void> {
    // Every trace is sampled, not half of them.
    await page.evaluateOnNewDocument("Math.random = () => 0.1");
    await page.evaluateOnNewDocument(`if (self === top) localStorage.setItem("consent", '"given"')`);
    const query = new URLSearchParams(PARAMETERS.map((name, at) => [name, WORDS[at % WORDS.length] ?? ""]));
    const referer = `https://news.example/${CANARIES.email}?from=${CANARIES.phone}`;
    await page.goto(`${fixture.app.origin}/trustcheck${path}?${query}#${CANARIES.token}`, { referer });
  }

  it("SECURITY B7, X11: no personal data leaves on any route", async () => {
    for (let at = 0; at < PATHS.length; at += AT_ONCE) {
      // All pages are of one network; above its limit a reporter falls silent.
      await fixture.app.context.db.deleteFrom("app_limits").execute();
      // Tabs of one profile, in which the app is compiled once.
      await fixture.visit(async (page) => {
        const context = page.browserContext();
        const tabs = PATHS.slice(at, at + AT_ONCE).map(async (path) => {
          const reported = await reportsOf(await context.newPage(), path);
          assertEquals(WORDS.filter((word) => reported.includes(word)), [], path);
          assert(
            !/canary/i.test(reported),
            `${path}: ${reported.slice(Math.max(0, reported.search(/canary/i) - 200)).slice(0, 400)}`,
          );
        });
        await Promise.all(tabs);
      });
    }
  });

  /** The event with these words in its exception, as it was sent. */
  const eventOf = async (reported: () => string, words: string) =>
    eventSchema.parse(JSON.parse(
      await eventually(
        () => reported().split("\n").find((line) => line.includes('"exception"') && line.includes(words)),
        reported,
      ),
    ));

  it("SECURITY B7, X11: no personal data leaves from a member's screens or from the steps of a purchase", () =>
    fixture.visit(async (page) => {
      const { app: { origin, context } } = fixture;
      const [email = "", card = ""] = [CANARIES.email, CANARIES.card];
      const shopper = createShopper(page);
      const reported = listen(page);
      await page.evaluateOnNewDocument("Math.random = () => 0.1");
      /** Everything that the open page may report, until a report of it has arrived. */
      const misuse = async (step: string) => {
        const before = reported().length;
        await page.waitForFunction("performance.getEntriesByType('resource').some((one) => /sentry/.test(one.name))");
        await page.evaluate(`${MISUSE}(${JSON.stringify(WORDS.slice(0, 12))})`);
        const news = () => reported().slice(before);
        await eventually(() => /"type":"event"/.test(news()), () => `${step}: ${news()}`);
      };
      const member = await memberOf(createVisitor(context), email);
      for (const child of Object.values(WEBAPP_ROUTES)) {
        const kept = { local: { ...member.kept.local, consent: "given" }, session: {} };
        await comeBack(page, { ...member, kept }, { origin, path: `webapp/${child}` });
        await page.waitForSelector(".members__nav");
        await misuse(child);
      }
      const local = { ...READY_TO_PAY.local, consent: "given", quizEmail: "canary.bob@mail.example" };
      // The member has the weekly plan already.
      const checkout = { ...READY_TO_PAY.session.checkout as object, planId: "tck_3month_plan" };
      await enter(page, { origin, path: "?step=payment", kept: { local, session: { checkout } } });
      await shopper.typeCard({ number: card });
      await misuse("payment");
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      await shopper.readUntil("Payment complete. Your report is ready.");
      await misuse("after payment");
      const stored = (await context.db.selectFrom("error_events").select("body_json").execute())
        .map(({ body_json }) => body_json).join("\n");
      for (const told of [reported(), stored]) {
        assertEquals(WORDS.filter((word) => told.includes(word)), []);
        assert(!/canary/i.test(told), told.slice(Math.max(0, told.search(/canary/i) - 200)).slice(0, 400));
      }
      for (const child of Object.values(WEBAPP_ROUTES)) assertStringIncludes(stored, `/webapp/${child}`);
    }));

  it("W-SENTRY-03, W-SENTRY-04: an error caught by a boundary is reported with its component stack, version and build time, spans are named by route, and the web view's noise is dropped", () =>
    fixture.visit(async (page) => {
      const reported = await openReporting(page, ROUTES.terms);
      await page.evaluate(`setTimeout(() => {
        throw new TypeError("undefined is not an object (evaluating 'window.webkit.messageHandlers.x.postMessage')");
      })`);
      await page.evaluate(
        `setTimeout(() => { throw new TypeError("undefined is not an object (evaluating 'a.b')"); })`,
      );
      const { tags } = await eventOf(reported, "evaluating 'a.b'");
      assert(!reported().includes("messageHandlers"), reported());
      const { version, builtAt } = fixture.app.context.assets.manifest;
      assertEquals(tags, { app_version: version, build_time: builtAt });
      await follow(page, 'footer a[href$="/cookie-policy"]');
      await eventually(() => reported().includes('"name":"/cookie-policy"'), reported);
      await page.evaluate(`Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
        get() { throw new Error("no dates here"); },
      })`);
      await follow(page, 'footer a[href$="/privacy"]');
      await page.waitForFunction(`/Something went wrong/.test(document.body.textContent)`);
      await hasStack(reported, "no dates here");
    }));

  it("W-SENTRY-04: an error from which React recovers by itself is reported with its component stack", () =>
    fixture.visit(async (page) => {
      const reported = await openReporting(page, ROUTES.terms);
      await page.evaluate(`{
        const own = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format");
        Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
          get() {
            if (!window.failsOnce) return own.get.call(this);
            window.failsOnce = false;
            throw new Error("no date at first");
          },
        });
        const log = console.error;
        console.error = (error) => {
          window.isTold ||= /no date at first/.test(error);
          log(error);
        };
      }`);
      // React tells of what it recovered from when it draws the page, unless another change stopped that rendering.
      for (const path of ["privacy", "terms", "privacy", "terms"]) {
        await page.waitForSelector("h1");
        await page.evaluate("window.failsOnce = true; window.before = document.querySelector('h1').textContent");
        await follow(page, `footer a[href$="/${path}"]`);
        await page.waitForFunction("![undefined, before].includes(document.querySelector('h1')?.textContent)");
        if (await page.evaluate("window.isTold")) break;
      }
      await hasStack(reported, "no date at first");
      assert(!await page.evaluate("/Something went wrong/.test(document.body.textContent)"), "the page is drawn");
    }));

  it("W-SENTRY-04: an error above every boundary is reported with its component stack", () =>
    fixture.visit(async (page) => {
      const reported = listen(page);
      await page.evaluateOnNewDocument(`if (self === top) {
        localStorage.setItem("consent", '"given"');
        const own = Node.prototype.appendChild;
        Node.prototype.appendChild = function (child) {
          if (this.id === "root") throw new Error("no place at the root");
          return own.call(this, child);
        };
      }`);
      await page.goto(`${fixture.app.origin}/trustcheck${ROUTES.terms}`);
      await hasStack(reported, "no place at the root");
    }));
});
