/**
 * The code that the playground shows runs as it is: a developer saves page and back end, starts the back end, and
 * the page pays; so does the React app. A link to the playground opens it with the same settings.
 */
import * as esbuild from "esbuild";
import type { Frame, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { appFixture } from "../../support/app/app_fixture.ts";
import { type Places, savePrograms, startProgram } from "../../support/docs/programs.ts";
import { readersBundle } from "../../support/docs/readers_bundle.ts";
import { eventually } from "../../support/eventually.ts";
import { cardFrame } from "../../support/frames.ts";
import { freePort } from "../../support/ports.ts";

const GOOD = "4242424242424242";
const PAY = "#payrails-card-payment-button:not([disabled])";
/** Selectors that appear once the elements of a kind are mounted. */
const SHOWN = { wallets: "#paypal button", redirect: "#pix button" } as const;
const REACT_SHOWN = { wallets: "iframe, button", redirect: "button" } as const;

describe("the playground's code", () => {
  const fixture = appFixture();
  let folder = "";
  let places: Places;
  before(async () => {
    folder = await Deno.makeTempDir({ prefix: "trustcheck-playground-" });
    const { origin, frameOrigin } = fixture.app;
    places = { origin, frameOrigin, shopPort: freePort(), hookPort: freePort() };
  });
  after(async () => {
    await esbuild.stop();
    await Deno.remove(folder, { recursive: true });
  });

  /** The programs of the three tabs, with these settings. */
  async function programs(settings: Readonly<Record<string, string>>): Promise<readonly [string, string, string]> {
    const codes: string[] = [];
    await fixture.visit(async (page) => {
      await page.goto(`${places.origin}/checkout/?${new URLSearchParams(settings)}`);
      for (const tab of ["html", "react", "back"]) {
        await page.click(`#tab-${tab}`);
        codes.push(String(await page.$eval("#code", ({ textContent }) => textContent)));
      }
    });
    const [html = "", react = "", back = ""] = codes;
    return [html, react, back];
  }

  const save = (file: string, code: string) =>
    savePrograms([{ page: "", line: 0, language: "js", marks: { file }, code }], folder, places);

  async function inShop(html: string, use: (page: Page) => Promise<void>): Promise<void> {
    await save("index.html", html);
    await fixture.visit(async (page) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.goto(`http://localhost:${places.shopPort}/`);
      await use(page);
      assertEquals(errors, []);
    });
  }

  const said = (page: Page) => page.$$eval("p[role=status]", (all) => all.map((each) => each.textContent).join(" "));

  async function tryOut(page: Page, kind: string, shown: Readonly<Record<string, string>>): Promise<void> {
    const place = shown[kind];
    if (place !== undefined) {
      await page.waitForSelector(place);
      return;
    }
    await typeAll(await cardFrame(page, kind === "fields" ? ".CVV input" : "#CVV"), kind);
    await (await page.waitForSelector(kind === "fields" ? "button" : PAY))?.click();
    const expected = kind === "fields" ? /Sealed: \d{3,}/ : /Paid: [\w-]{20,}/;
    assertMatch(await eventually(async () => expected.exec(await said(page))?.[0], () => said(page)), expected);
  }

  /** The card form of the kind asks for the cardholder's name, too. */
  async function typeAll(frame: Frame, kind: string): Promise<void> {
    const input = (type: string) => kind === "fields" ? `.${type} input` : `#${type}`;
    if (kind === "elements") await frame.type(input("CARDHOLDER_NAME"), "Ada Test");
    await frame.type(input("CARD_NUMBER"), GOOD);
    await frame.type(input("EXPIRATION_DATE"), "1239");
    await frame.type(input("CVV"), "123");
  }

  for (const kind of ["dropin", "elements", "fields", "wallets", "redirect"]) {
    it(`${kind}: page, React app and back end run as they are`, async () => {
      const [html, react, back] = await programs({ kind, locale: "de" });
      await save("shop.mjs", back);
      await using _shop = await startProgram(folder, "shop.mjs");
      await inShop(html, (page) => tryOut(page, kind, SHOWN));
      await Deno.writeTextFile(`${folder}/main.jsx`, react);
      const { outputFiles: [script] = [] } = await esbuild.build(readersBundle(`${folder}/main.jsx`));
      const document = `<!doctype html><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<div id="root"></div><script>${script?.text.replaceAll("</script", "<\\/script")}</script>`;
      await inShop(document, (page) => tryOut(page, kind, REACT_SHOWN));
    });
  }

  it("the back end requests the amount and the methods of the settings", async () => {
    const [, , back] = await programs({ scenario: "hosted", amount: "12.50" });
    assertMatch(back, /amount: \{ value: "12\.50", currency: "USD" \}/);
    assertMatch(back, /meta: \{ methods: \["pix","mercadoPago"\] \}/);
  });

  it("the back end opens the same order again for a visit, and another one when the page is opened again", async () => {
    const [html, , back] = await programs({});
    await save("index.html", html);
    await save("shop.mjs", back);
    await using _shop = await startProgram(folder, "shop.mjs");
    const shop = `http://localhost:${places.shopPort}`;
    const open = async (cookie: string) => {
      const { data } = await (await fetch(`${shop}/init`, { method: "POST", headers: { cookie } })).json();
      return JSON.parse(atob(data)).execution.id;
    };
    const visit = async () => {
      const page = await fetch(`${shop}/`);
      await page.body?.cancel();
      return page.headers.get("set-cookie")?.split(";")[0] ?? "";
    };
    const [first, second] = [await visit(), await visit()];
    const opened = await open(first);
    assertEquals([await open(first), await open(second) === opened], [opened, false]);
  });

  it("a link keeps the settings, and one with a value that does not exist opens the usual ones", () =>
    fixture.visit(async (page) => {
      await page.goto(`${places.origin}/checkout/`);
      await page.select("#kind", "elements");
      await page.select("#scheme", "dark");
      await page.click("#address");
      await page.waitForFunction("location.search.includes('address=1')");
      const link = page.url();
      assertEquals(new URL(link).search, "?kind=elements&scheme=dark&address=1");
      const again = await fixture.browser.newPage();
      await again.goto(link);
      await again.waitForSelector("#form iframe");
      assertEquals(
        await again.evaluate("[kind.value, scheme.value, address.checked, save.checked]"),
        ["elements", "dark", true, true],
      );
      await again.goto(`${places.origin}/checkout/?kind=none&amount=a%22b&locale=%3Cscript%3E`);
      assertEquals(await again.evaluate("[kind.value, amount.value, locale.value]"), ["dropin", "10.00", "en"]);
      assert(!(await again.$eval("#code", ({ textContent }) => textContent ?? "")).includes("<script>a"));
      await again.close();
    }));

  it("tabs are chosen with the arrow keys", () =>
    fixture.visit(async (page) => {
      await page.goto(`${places.origin}/checkout/`);
      await page.focus("#tab-html");
      for (
        const [key, chosen] of [["ArrowRight", "react"], ["End", "back"], ["ArrowRight", "html"], ["ArrowLeft", "back"]]
      ) {
        await page.keyboard.press(key as "End");
        assertEquals(await page.evaluate("document.activeElement.dataset.tab"), chosen);
        assertEquals(await page.$eval("[role=tab][aria-selected=true]", (tab) => tab.id), `tab-${chosen}`);
      }
    }));
});
