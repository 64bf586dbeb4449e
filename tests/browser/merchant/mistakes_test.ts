/**
 * docs/merchants/launch/mistakes.md: each program of its tables is run, and the sentence beside it is read in the
 * console or in the error. Those of servers and of React are in sdk/development/development_test.ts.
 */
import type { Browser, HTTPRequest, Page } from "puppeteer";
import { assert, assertEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import { launchBrowser } from "../../support/browser.ts";
import { type Mistake, mistakesOf } from "../../support/docs/mistakes.ts";
import { cardFrame } from "../../support/frames.ts";
import { type MerchantPage, openMerchantPage, typeCard } from "../../support/merchant/merchant_page.ts";

const PAGE = new URL("../../../docs/merchants/launch/mistakes.md", import.meta.url);
const rows = mistakesOf(await Deno.readTextFile(PAGE));
const POLICY = "Content security policy and files";
/** Every mistake has its sentence within this time, even on a busy machine. */
const LATE_MS = 10_000;

describe("a merchant's mistakes", () => {
  let app: RunningApp;
  let browser: Browser;
  let shop: MerchantPage;
  let strict: MerchantPage;
  before(async () => {
    app = await startApp();
    browser = await launchBrowser();
    shop = openMerchantPage(app);
    const scripts = `script-src 'self' ${app.origin}; style-src 'self' 'unsafe-inline' ${app.origin}`;
    strict = openMerchantPage(app, { policy: `default-src 'none'; ${scripts}` });
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
    await strict?.close();
    await app?.close();
  });

  /** The sentence with the addresses of this test under the names of the page. */
  const named = (text: string) =>
    text.replace(/^payrails: /, "").replace(/^payrails:[\w:.]+: /, "").replace(
      / http\S+\/checkout\/errors\/\S+.*$/s,
      "",
    )
      .replaceAll(app.frameOrigin, "https://frames.example").replaceAll(app.origin, "https://payments.example")
      .replaceAll(/executions\/[\w-]+/g, "executions/e1").replace(/\?v=[\w-]+/, "");

  /** Opens the page with the development build, and keeps what its console shows. */
  async function open(merchant: MerchantPage): Promise<{ readonly page: Page; readonly heard: string[] }> {
    const page = await browser.newPage();
    const heard: string[] = [];
    page.on("console", (message) => {
      if (["warn", "error"].includes(message.type())) heard.push(named(message.text()));
    });
    await page.setRequestInterception(true);
    page.on("request", (request) => void answer(request));
    await page.goto(merchant.origin);
    await page.waitForFunction("window.Payrails !== undefined");
    await page.evaluate(`
      window.init = ${JSON.stringify(await merchant.init())};
      const other = JSON.parse(atob(init.data));
      other.vaultConfiguration.vaultUrl = "https://cards.other.example";
      window.otherInit = { ...init, data: btoa(JSON.stringify(other)) };
      window.getBearerToken = () => "token";
      const settings = { vaultID: "v1", vaultURL: "${app.frameOrigin}", getBearerToken };
      window.container = (...given) => vault.init(settings).container(...given);`);
    return { page, heard };
  }

  function answer(request: HTTPRequest): Promise<void> {
    const url = request.url();
    if (url.endsWith("/payrails.js")) {
      return request.continue({ url: url.replace("payrails.js", "payrails.development.js") });
    }
    return url.includes("/locales/pt.json") ? request.abort() : request.continue();
  }

  /** What the program throws or its promise rejects with; what it logs to the console is recorded separately. */
  async function run(page: Page, program: string): Promise<string> {
    return named(String(
      await page.evaluate(`(async () => {
      const client = Payrails.init(init);
      try {
        ${program.replace(/([^;]+)$/, "await ($1)")};
        return "";
      } catch (error) {
        return error.message;
      }
    })()`),
    ));
  }

  /** Sentences arrive with code that loads, or some time after an element was made. */
  async function hears({ heard }: { readonly heard: readonly string[] }, sentence: string) {
    const until = Date.now() + LATE_MS;
    while (!heard.includes(sentence) && Date.now() < until) await new Promise((done) => setTimeout(done, 20));
    return heard.includes(sentence);
  }

  async function check(
    shown: Awaited<ReturnType<typeof open>>,
    { program, sentence }: Mistake,
  ): Promise<void> {
    const before = shown.heard.length;
    const thrown = await run(shown.page, program);
    if (thrown === sentence || await hears(shown, sentence)) return;
    assertEquals([thrown, ...shown.heard.slice(before)], [sentence], program);
  }

  it("are at least fifty, and each has its own sentence", () => {
    assert(rows.length >= 50, String(rows.length));
    assertEquals(new Set(rows.map(({ sentence }) => sentence)).size, rows.length);
    for (const { sentence, program } of rows) assert(sentence.length > 20, program);
  });

  for (const chapter of ["Client and session", "Elements", "Styles", "Secure fields"]) {
    it(`are answered: ${chapter}`, async () => {
      const found = rows.filter((row) => row.chapter === chapter);
      assert(found.length > 5);
      const shown = await open(shop);
      try {
        await shown.page.evaluate(
          `import("${app.origin}/sdk/5/vault.mjs").then((module) => { window.vault = module; })`,
        );
        const wrong: string[] = [];
        for (const row of found) await check(shown, row).catch((error) => wrong.push(String(error)));
        assertEquals(wrong, []);
      } finally {
        await shown.page.close();
      }
    });
  }

  it("are answered: a callback without an answer", async () => {
    const [row, ...others] = rows.filter(({ chapter }) => chapter === "Callbacks");
    assert(row !== undefined && others.length === 0);
    const shown = await open(shop);
    const { page } = shown;
    try {
      await page.evaluate(`
        const client = Payrails.init(init);
        client.cardForm().mount("#card");
        ${row.program}.mount("#pay");`);
      await typeCard(await cardFrame(page), { number: "4242424242424242" });
      await page.locator("#payrails-card-payment-button:not([disabled])").click();
      assert(await hears(shown, row.sentence), shown.heard.join("\n"));
    } finally {
      await page.close();
    }
  });

  it("are answered: what a policy blocks, and files that are not there", async () => {
    const found = rows.filter(({ chapter }) => chapter === POLICY);
    assertEquals(found.length, 3);
    const wrong: string[] = [];
    for (const row of found) {
      const shown = await open(strict);
      try {
        await check(shown, row).catch((error) => wrong.push(String(error)));
      } finally {
        await shown.page.close();
      }
    }
    assertEquals(wrong, []);
  });
});
