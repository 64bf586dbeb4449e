/** The merchants' documentation as it is served: every link and anchor, the search, phone and dark, and its policy. */
import type { Page } from "puppeteer";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readDocs } from "../../../scripts/docs/pages.ts";
import { addressOf } from "../../../scripts/docs/render.ts";
import { violations } from "../../support/screens/axe.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { MERCHANT_DOCS } from "../../support/docs/code_blocks.ts";

const { pages } = await readDocs(MERCHANT_DOCS);
const LOCAL = "http://localhost:8000";

describe("/docs/", () => {
  const fixture = appFixture();
  const ask = (path: string, init?: RequestInit) =>
    fetch(`${fixture.app.origin}${path}`, { redirect: "manual", ...init });
  const textOf = async (path: string) => await (await ask(path)).text();

  it("serves every page and its Markdown, and each link and anchor leads somewhere", async () => {
    const broken: string[] = [];
    const ids = new Map<string, ReadonlySet<string> | undefined>();
    const idsOf = async (path: string) => {
      if (!ids.has(path)) {
        const answer = await ask(path);
        const text = await answer.text();
        ids.set(path, answer.ok ? new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id)) : undefined);
      }
      return ids.get(path);
    };
    let links = 0;
    for (const { path, text } of pages) {
      const address = addressOf(path);
      assertEquals(await textOf(`/docs/${path}`), text);
      for (const [, href = ""] of (await textOf(address)).matchAll(/ (?:href|src)="([^"]+)"/g)) {
        const local = href.startsWith(LOCAL) ? href.slice(LOCAL.length) : href;
        // A page names the reader's own shop, and other sites.
        if (/^(?:data|https?):/.test(local)) continue;
        links += 1;
        const [file = "", anchor] = local.split("#");
        const found = await idsOf(file === "" ? address : file);
        const leads = anchor === undefined ? found !== undefined : found?.has(decodeURIComponent(anchor));
        if (leads !== true) broken.push(`${path}: ${href}`);
      }
    }
    assert(links > 1_000, String(links));
    assertEquals(broken, []);
  });

  it("answers unknown addresses with a page, and one address for each page", async () => {
    const missing = await ask("/docs/guides/none");
    assertEquals([missing.status, missing.headers.get("cache-control")], [404, "no-store"]);
    assertStringIncludes(await missing.text(), "Page not found");
    for (const [path, target] of [["/docs", "/docs/"], ["/docs/guides/styling/", "/docs/guides/styling"]] as const) {
      const answer = await ask(path);
      await answer.body?.cancel();
      assertEquals([answer.status, answer.headers.get("location")], [302, target]);
    }
  });

  it("may be kept a while, compressed, and runs nothing but its own files", async () => {
    const answer = await ask("/docs/", { headers: { "accept-encoding": "br" } });
    await answer.body?.cancel();
    assertEquals(answer.headers.get("cache-control"), "public, max-age=300, must-revalidate");
    assertEquals(
      answer.headers.get("content-security-policy"),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
        "trusted-types 'none'",
    );
    const again = await ask("/docs/", { headers: { "if-none-match": answer.headers.get("etag") ?? "" } });
    await again.body?.cancel();
    assertEquals(again.status, 304);
  });

  it("lists its pages for programs at /llms.txt and /docs/llms.txt", async () => {
    const list = await textOf("/llms.txt");
    assertEquals(await textOf("/docs/llms.txt"), list);
    for (const { path } of pages.slice(1)) assertStringIncludes(list, `(/docs/${path})`);
    assertStringIncludes(await textOf("/docs/llms-full.txt"), pages.at(-1)?.text ?? "none");
  });

  async function open(path: string, use: (page: Page) => Promise<void>) {
    await fixture.visit(async (page) => {
      const wrong: string[] = [];
      page.on("pageerror", (error) => wrong.push(String(error)));
      page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
      page.on("request", (request) => {
        if (!request.url().startsWith(fixture.app.origin) && !request.url().startsWith("data:")) {
          wrong.push(request.url());
        }
      });
      await page.setViewport({ width: 1280, height: 800 });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
      await page.goto(`${fixture.app.origin}${path}`);
      await use(page);
      assertEquals(wrong, []);
    });
  }

  it("finds a section by its words and an error by its code, with the keyboard only", () =>
    open("/docs/", async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("refund a part");
      await page.waitForSelector("#results a");
      await page.keyboard.press("Enter");
      await page.waitForFunction("location.pathname.startsWith('/docs/back-end/captures-and-refunds')");
      await page.type("#search input", "too-many-declines");
      await page.waitForFunction("document.querySelector('#results a')?.hash === '#too-many-declines'");
      const [found = "", ofPage] = await page.$eval("#results a", ({ firstChild, lastChild }) => [
        firstChild?.textContent ?? "",
        lastChild?.textContent ?? "",
      ]);
      assertStringIncludes(found, "too-many-declines");
      assert(pages.some(({ title }) => title === ofPage), `"${ofPage}" is no page`);
      await page.keyboard.press("Escape");
      await page.waitForFunction("document.querySelectorAll('#results li').length === 0");
      await page.type("#search input", "capture cancel and refund");
      // The page itself, which does not name itself as its own parent.
      await page.waitForFunction(`[...document.querySelectorAll("#results a")].some(({ firstChild, lastChild }) =>
        firstChild.textContent === "Capture, cancel and refund" && lastChild.textContent === "")`);
      await page.keyboard.press("Escape");
      await page.waitForFunction("document.querySelectorAll('#results li').length === 0");
      await page.type("#search input", "qqqqzzzz");
      await page.waitForFunction("document.querySelector('#results').textContent.startsWith('No results')");
    }));

  it("copies the code of a block, and uses the server that served the page in code and links", () =>
    open("/docs/start/script", async (page) => {
      await page.evaluate(`Object.defineProperty(navigator, "clipboard",
        { value: { writeText: (text) => { globalThis.copied = text; return Promise.resolve(); } } })`);
      await page.click("figure.code .copy");
      await page.waitForFunction("document.querySelector('.copy').textContent === 'Copied'");
      const copied = String(await page.evaluate("copied"));
      assertMatch(copied, /^<!doctype html>\n<html lang="en">/);
      assertStringIncludes(copied, `src="${fixture.app.origin}/sdk/5/payrails.js"`);
      await page.goto(`${fixture.app.origin}/docs/`);
      const addresses = await page.$$eval("main a", (links) => links.map(({ href }) => href));
      assert(addresses.includes(`${fixture.app.origin}/checkout/`), addresses.join(" "));
      assertEquals(addresses.filter((address) => address.startsWith("http://localhost:8000")), []);
    }));

  it("marks the current section in the table of contents, and the first one above all sections", () =>
    open("/docs/guides/own-layout", async (page) => {
      const marked = () =>
        page.evaluate(
          "[...document.querySelectorAll('.contents a')].flatMap((link, at) => link.ariaCurrent === null ? [] : [at])",
        );
      assertEquals(await marked(), [0]);
      for (const at of [2, 1]) {
        await page.evaluate(`document.querySelectorAll(".contents a")[${at}].click()`);
        await page.waitForFunction(`document.querySelectorAll(".contents a")[${at}].ariaCurrent !== null`);
        assertEquals(await marked(), [at]);
      }
      // A section counts as read once its heading is within 120 pixels of the top.
      for (const [top, at] of [[119, 2], [121, 1]] as const) {
        await page.evaluate(`scrollBy({ behavior: "instant", top: document.getElementById(decodeURIComponent(
          document.querySelectorAll(".contents a")[2].hash.slice(1))).getBoundingClientRect().top - ${top} })`);
        await page.waitForFunction(`document.querySelectorAll(".contents a")[${at}].ariaCurrent !== null`);
        assertEquals(await marked(), [at]);
      }
    }));

  it("keeps the reader's choice of colours across pages", () =>
    open("/docs/", async (page) => {
      const paper = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
      assertEquals(await paper(), "rgb(255, 255, 255)");
      await page.select("#scheme", "dark");
      assertEquals(await paper(), "rgb(15, 23, 31)");
      await page.goto(`${fixture.app.origin}/docs/start/react`);
      assertEquals(await paper(), "rgb(15, 23, 31)");
    }));

  const isLong = Deno.env.get("TEST_LONG") === "1";
  for (const path of ["/docs/", "/docs/guides/own-layout", "/docs/reference/card-form"]) {
    it(`${path} fits 320, 768 and 1280 px, and is accessible in light and dark`, () =>
      open(path, async (page) => {
        // On a phone in one of both and on a wide screen in the other; with TEST_LONG all.
        for (
          const [width, dark, isAsked] of [
            [320, false, true],
            [320, true, isLong],
            [768, false, isLong],
            [1280, true, true],
          ] as const
        ) {
          await page.setViewport({ width, height: 800 });
          await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
          assertEquals(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, `${width}`);
          const search = await page.$eval("#search input", (input) => input.getBoundingClientRect().width);
          assert(search >= 140, `The search is ${search} px wide`);
          if (isAsked) assertEquals(await violations(page), [], `${width}, ${dark ? "dark" : "light"}`);
        }
      }));
  }

  it("prints only the page", () =>
    open("/docs/guides/styling", async (page) => {
      await page.emulateMediaType("print");
      const shown = await page.evaluate(`[...document.querySelectorAll(".bar, .pages, .contents, .copy, .turn")]
        .filter((part) => getComputedStyle(part).display !== "none").length`);
      assertEquals(shown, 0);
    }));
});
