/** The first screen is complete in one answer, is hydrated without a re-render, and stays within its script budget. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "puppeteer";
import { eventually } from "../../support/eventually.ts";
import { BUDGETS } from "../../../scripts/build/budgets.ts";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { NO_ROW_IS_DUE, RUNS } from "../../support/app/funnel.ts";

/** The script that remembers presses has run. */
const LISTENS = `performance.getEntriesByType("resource").some(({ name }) => name.includes("/early_press."))`;
const HEADING = "Can you trust this number?";

/** The positions of headings, the field and the sample. */
const BOXES = `[...document.querySelectorAll("h1, h2, h3, form, .sample")].map((each) => {
  const { top, left, height } = each.getBoundingClientRect();
  return [each.tagName, Math.round(top), Math.round(left), Math.round(height)].join(" ");
})`;
const ASKED_AFTER_PAINT = `performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".woff2"))
  .startTime > performance.getEntriesByName("first-contentful-paint")[0].startTime`;
/** Headings are drawn in the typeface that came last. */
const IS_DISPLAYED = `getComputedStyle(document.querySelector("h1")).fontFamily.startsWith('"TrustCheck Display"') &&
  [...document.fonts].some(({ family, status }) => family.includes("TrustCheck Display") && status === "loaded")`;

/** The app of each address does not load until the returned function is called. */
async function holdApp(page: Page): Promise<() => Promise<void>> {
  const held: (() => void)[] = [];
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (/\/main\.[^/]*js$/.test(request.url())) held.push(() => void request.continue());
    else void request.continue();
  });
  return async () => {
    await eventually(() => held.length > 0);
    for (const go of held.splice(0)) go();
  };
}

/** Opens an address whose app does not load until the returned function is called. */
async function openHeld(page: Page, url: string): Promise<() => Promise<void>> {
  const release = await holdApp(page);
  const opened = page.goto(url);
  await page.waitForFunction(LISTENS);
  return async () => {
    await release();
    await opened;
  };
}

/** Console errors and policy violations of the page, from now on. */
function complaints(page: Page): string[] {
  const seen: string[] = [];
  page.on("console", (message) => message.type() === "error" && seen.push(message.text()));
  page.on("pageerror", (error) => seen.push(String(error)));
  return seen;
}

describe("the first screen", () => {
  const fixture = appFixture();

  /** The page of a first-time visitor. */
  const withFirstScreen = (use: (page: Page, app: RunningApp) => Promise<void>) =>
    fixture.visit((page) => use(page, fixture.app));

  it("W-ROUTE-01: is shown with its styles before any script runs", () =>
    withFirstScreen(async (page, { origin }) => {
      await page.setJavaScriptEnabled(false);
      await page.goto(`${origin}/trustcheck/`);
      assertEquals(await page.$eval("h1", (element) => element.textContent), HEADING);
      const html = await (await fetch(`${origin}/trustcheck/`)).text();
      assertEquals(/\sstyle=/.test(html.replace(/<style>[^<]*<\/style>/, "")), false);
      // The styles of paper are not among those that the first paint needs.
      const scripted = html.replace(/<noscript><link rel="stylesheet" media="print"[^>]*><\/noscript>/, "");
      assertEquals([scripted === html, /<link rel="stylesheet"|@media print/.test(scripted)], [false, false]);
    }));

  it("is hydrated unchanged, shifts nothing and violates no policy", () =>
    withFirstScreen(async (page, { origin }) => {
      const wrong = complaints(page);
      await page.evaluateOnNewDocument(`
        window.shifts = 0;
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifts += entry.value; })
          .observe({ type: "layout-shift", buffered: true });
        document.addEventListener("readystatechange", () => { window.sent ??= document.querySelector("h1"); });`);
      await page.goto(`${origin}/trustcheck/`);
      await page.waitForFunction(RUNS);
      assertEquals(await page.evaluate("window.sent !== null && window.sent === document.querySelector('h1')"), true);
      await page.type('[data-testid="phone"]', "+44 20 7946 0000");
      await page.waitForFunction("document.querySelector('[data-testid=phone-country]').value === 'GB'");
      assert(Number(await page.evaluate("window.shifts")) < 0.001, "the screen moved");
      assertEquals(wrong, []);
    }));

  it("questions, free result and payment are rendered by the server, hydrated unchanged, and paint nothing larger", () =>
    withFirstScreen(async (page, { origin }) => {
      const wrong = complaints(page);
      await page.evaluateOnNewDocument(`
        window.shifts = [];
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries()) {
            // Figures get their typeface late, which shifts the layout by a ten-thousandth.
            if (value >= 0.001) shifts.push([value, ...sources.map(({ node }) => node?.className ?? "")].join(" "));
          }
        }).observe({ type: "layout-shift", buffered: true });
        window.largest = [];
        new PerformanceObserver((list) => {
          for (const { size, element } of list.getEntries()) largest.push([size, element?.textContent ?? ""].join(" "));
        }).observe({ type: "largest-contentful-paint", buffered: true });
        window.slides = [];
        addEventListener("animationstart", (event) => {
          if (event.animationName === "slide-in") slides.push(event.target.className);
        });
        // Amounts, dates and countries are not written as in the language's own locale.
        Object.defineProperty(navigator, "languages", { value: ["en-GB", "de-AT"] });
        localStorage.setItem("validatorData", JSON.stringify({ phoneNumber: "+1 650 253 0000", country: "US" }));
        localStorage.setItem("quizEmail", JSON.stringify("ada@mail.example"));
        sessionStorage.setItem("checkout", JSON.stringify({
          firstName: "", lastName: "", country: "US", postalCode: "94043", planId: "tck_weekly_3dtrial",
        }));`);
      const screens = [
        ["?q=1", "How did this number reach you?", "[data-testid=skip-question], [data-testid=next-group]"],
        ["?q=17&lang=de", "In welchem Land sind Sie?", "[data-testid=question-country] [value=GB]:checked"],
        ["scanning?lang=en", "Checking", "[data-testid=teaser]"],
        ["?step=payment&chosen=tck_3month_plan", "for the first 3 months", "iframe[data-ready]"],
      ] as const;
      const release = await holdApp(page);
      await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "no-preference" }]);
      for (const [path, words, last] of screens) {
        const sent = await (await fetch(`${origin}/trustcheck/${path}`)).text();
        assertStringIncludes(sent.slice(sent.indexOf("<main")), words);
        for (const width of [412, 1280]) {
          await page.setViewport({ width, height: 844 });
          // The document before it has been painted, too.
          await page.evaluate("window.isBefore = true");
          const opened = page.goto(`${origin}/trustcheck/${path}`);
          // The whole of what the server sent is parsed, painted and told.
          await page.waitForFunction(
            "!window.isBefore && globalThis.largest?.length > 0 && document.readyState !== 'loading'",
          );
          await page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))",
          );
          const painted = Number(await page.evaluate("largest.length"));
          await release();
          await opened;
          await page.waitForSelector(last);
          assertEquals([path, width, await page.evaluate("shifts"), wrong], [path, width, [], []]);
          // A larger text of the app would count as the screen's largest paint. A result is another screen.
          const later = path.startsWith("scanning")
            ? []
            : await page.evaluate(`[...largest.slice(${painted}), ...slides]`);
          assertEquals([path, width, later], [path, width, []]);
        }
      }
      // The plan is the visitor's, so without its name nothing is rendered before the app knows it.
      const unnamed = await (await fetch(`${origin}/trustcheck/?step=payment`)).text();
      assertEquals(unnamed.includes("<main"), false);
    }));

  it("an answer tapped before the app runs is ticked and continues", () =>
    withFirstScreen(async (page, { origin }) => {
      await page.setViewport({ width: 390, height: 844 });
      const release = await openHeld(page, `${origin}/trustcheck/?q=2`);
      await page.click("form[data-question='2'] label");
      await release();
      await page.waitForSelector("form[data-question='3']");
      assertStringIncludes(String(await page.evaluate("localStorage.getItem('quizAnswers')")), '"2":"yes"');
    }));

  it("the footer is low: its links are one row with the languages, and wrap on a phone", () =>
    withFirstScreen(async (page, { origin }) => {
      await page.goto(`${origin}/trustcheck/`);
      const rows = (selector: string) =>
        page.evaluate(`new Set([...document.querySelectorAll("${selector}")]
          .map((one) => Math.round(one.getBoundingClientRect().top))).size`);
      const height = async () => Number(await page.$eval(".site-footer", (footer) => footer.clientHeight));
      const resize = async (width: number, height: number) => {
        await page.setViewport({ width, height });
        await page.waitForFunction(`innerWidth === ${width}`);
      };
      await resize(390, 844);
      assertEquals(await rows(".site-footer [aria-label='Legal'] :is(a, button)"), 2);
      assert(await height() <= 240, `${await height()}`);
      await resize(1280, 800);
      assertEquals(await rows(".site-footer nav :is(a, button)"), 1);
      assert(await height() <= 110, `${await height()}`);
    }));

  it("a finger has footer links of 44 px", () =>
    withFirstScreen(async (page, { origin }) => {
      await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
      await page.goto(`${origin}/trustcheck/`);
      const heights = await page.$$eval(".site-footer__links :is(a, button)", (links) =>
        links.map((link) => link.getBoundingClientRect().height));
      assertEquals(
        heights.filter((height) =>
          height < 44
        ),
        [],
      );
    }));

  it("a long number and a long email address are no wider than a small phone", () =>
    withFirstScreen(async (page, { origin }) => {
      await page.setViewport({ width: 320, height: 568 });
      await page.goto(`${origin}/healthz`);
      await page.evaluate(`
        localStorage.setItem("validatorData", JSON.stringify({ phoneNumber: "1".repeat(64), country: "US" }));
        localStorage.setItem("quizAnswers", JSON.stringify({ startDate: null, quizAnswers: { 1: "call" } }));`);
      await page.goto(`${origin}/trustcheck/`);
      await page.waitForSelector('[data-testid="resume"]');
      const width = () => page.evaluate("document.documentElement.scrollWidth");
      assertEquals(await width(), 320);
      await page.goto(`${origin}/trustcheck/sign-in`);
      await page.locator('[data-testid="sign-in-email"]').fill(`${"a".repeat(60)}@mail.example`);
      await page.locator('[data-testid="sign-in-send"]').click();
      await page.waitForSelector('[data-testid="link-sent"]');
      assertEquals(await width(), 320);
    }));

  it("its headings get their own typeface after the first paint, and nothing moves", async () => {
    for (const [language, width] of [["en", 320], ["en", 1280], ["es", 390], ["de", 768]] as const) {
      // Each visit finds no cached typeface.
      await fixture.visit(async (page) => {
        let release: (() => void) | undefined;
        await page.setRequestInterception(true);
        page.on("request", (request) => {
          if (request.url().endsWith(".woff2")) release = () => void request.continue();
          else void request.continue();
        });
        await page.setViewport({ width, height: 800 });
        await page.goto(`${fixture.app.origin}/trustcheck/?lang=${language}`);
        await page.waitForFunction(RUNS);
        const go = await eventually(() => release);
        const before = await page.evaluate(BOXES);
        assertEquals(await page.evaluate(IS_DISPLAYED), false);
        go();
        await page.waitForFunction(IS_DISPLAYED);
        await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        assertEquals([language, width, await page.evaluate(BOXES)], [language, width, before]);
        assertEquals(await page.evaluate(ASKED_AFTER_PAINT), true);
      });
    }
  });

  it("loads no more script than its budget before the first key press, and none from another origin", () =>
    withFirstScreen(async (page, { origin }) => {
      await page.goto(`${origin}/trustcheck/`, { waitUntil: "networkidle0" });
      await page.waitForFunction(RUNS);
      const listed: unknown = JSON.parse(String(
        await page.evaluate("JSON.stringify(performance.getEntriesByType('resource').map((row) => row.name))"),
      ));
      assert(Array.isArray(listed));
      const names = listed.map(String);
      assertEquals(names.filter((name) => !name.startsWith(origin)), []);
      const scripts = names.filter((name) => name.endsWith(".js"));
      const sizes = await Promise.all(scripts.map(async (name) => {
        const answer = await fetch(name, { headers: { "accept-encoding": "gzip" } });
        await answer.body?.cancel();
        return Number(answer.headers.get("content-length"));
      }));
      // The early press, the entry with React's renderer, what all pages share, and the bundler's helpers.
      assert(scripts.length <= 4, scripts.join(" "));
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      assert(bytes <= BUDGETS.firstScript.maxBytes, `${bytes} bytes`);
    }));

  it("is painted while the app is still loading", () =>
    withFirstScreen(async (page, { origin }) => {
      const release = await openHeld(page, `${origin}/trustcheck/`);
      await page.waitForFunction(`performance.getEntriesByName("first-contentful-paint").length > 0`);
      assertEquals(await page.evaluate(RUNS), false);
      await release();
      await page.waitForFunction(RUNS);
    }));

  for (const [who, stored] of [["a first visitor", "{}"], ["a known one", "{ consent: '\"refused\"' }"]] as const) {
    it(`what ${who} types and presses before the app runs is kept and done`, () =>
      withFirstScreen(async (page, { origin }) => {
        await page.goto(`${origin}/healthz`);
        await page.evaluate(`for (const [key, text] of Object.entries(${stored})) localStorage.setItem(key, text);`);
        const release = await openHeld(page, `${origin}/trustcheck/`);
        await page.type('[data-testid="phone"]', "+44 20 7946 0000");
        await page.keyboard.press("Enter");
        await release();
        await page.waitForSelector(`[data-testid="free-result"]`);
        await page.waitForFunction("document.activeElement.tagName === 'H1'");
        assertEquals(await page.evaluate("document.activeElement.textContent"), "+44\u00a020\u00a07946\u00a00000");
      }));
  }

  it("a press on a screen whose app does not load leads to the button that loads the page again", () =>
    withFirstScreen(async (page, { origin }) => {
      let fails = true;
      await page.setRequestInterception(true);
      page.on("request", (request) => {
        if (fails && /\/main\.[^/]*js$/.test(request.url())) void request.abort();
        else void request.continue();
      });
      await page.goto(`${origin}/trustcheck/`);
      await page.waitForSelector("#not-loaded", { visible: true });
      await page.type('[data-testid="phone"]', "+44 20 7946 0000");
      await page.keyboard.press("Enter");
      assertEquals(await page.evaluate("document.activeElement.textContent"), "Reload page");
      fails = false;
      await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
      await page.waitForFunction(RUNS);
    }));

  it("the cookie choice before the app runs counts", () =>
    withFirstScreen(async (page, { origin }) => {
      const release = await openHeld(page, `${origin}/trustcheck/`);
      await page.click('[data-testid="consent-accept"]');
      await release();
      await page.waitForFunction(`localStorage.getItem("consent") === '"given"'`);
      await page.waitForSelector('[data-testid="consent-accept"]', { hidden: true });
    }));

  it("a press that begins before the app runs and ends after it counts", () =>
    withFirstScreen(async (page, { origin }) => {
      await page.goto(`${origin}/healthz`);
      await page.evaluate(`localStorage.setItem("validatorData",
        JSON.stringify({ phoneNumber: "+1 650 253 0000", country: "US" }));`);
      await page.evaluateOnNewDocument(NO_ROW_IS_DUE);
      await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "no-preference" }]);
      const release = await openHeld(page, `${origin}/trustcheck/scanning`);
      const sent = await page.waitForSelector('[data-testid="scan-skip"]');
      await sent?.hover();
      await page.mouse.down();
      await release();
      await page.waitForFunction((button) => button?.isConnected === false, {}, sent);
      await page.mouse.up();
      await page.waitForSelector('[data-testid="get-report"]');
    }));

  it("a press on a control that disappears once the app runs does not press another one of its name", () =>
    withFirstScreen(async (page, { origin }) => {
      await page.goto(`${origin}/trustcheck/`);
      // Earlier, a press is kept for the control of its name.
      await page.waitForFunction("document.documentElement.dataset.earlyPress === undefined");
      const show = (id: string) =>
        page.evaluate(`{
          document.querySelector("[data-testid=row]")?.remove();
          const row = document.createElement("button");
          row.dataset.testid = "row";
          row.className = "${id}";
          row.style.cssText = "position: fixed; inset: 0; z-index: 99";
          row.addEventListener("click", () => document.body.dataset.clicked = row.className);
          document.body.append(row);
        }`);
      const clicked = () => page.evaluate("document.body.dataset.clicked");
      await show("first");
      await page.mouse.move(100, 100);
      await page.mouse.down();
      await show("second");
      await page.mouse.up();
      assertEquals(await clicked(), undefined);
      await page.mouse.click(100, 100);
      assertEquals(await clicked(), "second");
    }));

  for (const delay of [0, 20, 40]) {
    it(`text typed while the app starts, a key each ${delay} ms, is kept`, () =>
      withFirstScreen(async (page, { origin }) => {
        const release = await openHeld(page, `${origin}/trustcheck/`);
        await page.type('[data-testid="phone"]', "+4420");
        await Promise.all([release(), page.type('[data-testid="phone"]', "79460000", { delay })]);
        await page.waitForFunction(RUNS);
        await page.waitForFunction("document.querySelector('[data-testid=phone-country]').value === 'GB'");
        assertEquals(
          await page.$eval('[data-testid="phone"]', (field) => "value" in field ? field.value : undefined),
          "+442079460000",
        );
      }));
  }

  it("W-STORE-01: a number from the last visit is shown, not overwritten", () =>
    withFirstScreen(async (page, { origin }) => {
      const wrong = complaints(page);
      await page.goto(`${origin}/trustcheck/privacy`);
      await page.evaluate(
        `localStorage.setItem("validatorData", '{"phoneNumber":"+1 650 253 0000","country":"US"}')`,
      );
      await page.goto(`${origin}/trustcheck/`);
      await page.waitForFunction(RUNS);
      assertEquals(
        await page.$eval('[data-testid="phone"]', (field) => "value" in field ? field.value : undefined),
        "+1 650 253 0000",
      );
      assertEquals(await page.$$eval("h1", (all) => all.length), 1);
      assertEquals(wrong, []);
    }));

  it("W-START-15, W-QUERY-07: the server shows an unknown plan as text, and a question without the start screen first", () =>
    withFirstScreen(async (page, { origin }) => {
      const hostile = `<img src=x onerror="window.pwned=1">`;
      await page.goto(`${origin}/trustcheck/?plan=${encodeURIComponent(hostile)}`);
      assertStringIncludes(
        String(await page.evaluate("document.body.innerText")),
        `Can't find "${hostile}" for "plan" parameter`,
      );
      assertEquals(await page.evaluate("window.pwned"), undefined);
      const asked = await (await fetch(`${origin}/trustcheck/?startFrom=5`)).text();
      assertEquals(asked.includes(HEADING.slice(0, 14) + " this"), false);
      await page.goto(`${origin}/trustcheck/?startFrom=5`);
      await page.waitForSelector('[data-question="5"]');
    }));

  it("every page of a demonstration says that nothing is charged", async () => {
    const demo = await startApp({ env: { DEMO: "1" } });
    try {
      await withFirstScreen(async (page) => {
        for (const path of ["", "scanning", "privacy", "sign-in", "?plan=none", "webapp"]) {
          await page.goto(`${demo.origin}/trustcheck/${path}`);
          await page.waitForFunction('document.body.innerText.includes("Demo: you won\'t be charged")');
        }
      });
    } finally {
      await demo.close();
    }
  });
});
