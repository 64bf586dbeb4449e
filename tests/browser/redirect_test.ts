/** Hosted payment pages in a real browser: the whole page, a new tab, the Pix popup, and coming back. */
import type { Browser, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { InitResponse } from "../../sdk/wire/config.ts";
import { type RunningApp, startApp } from "../support/app.ts";
import { launchBrowser } from "../support/browser.ts";
import { cardFrame, openShop, seenEvents, type Shop, typeCard, waitForEvent } from "../support/merchant_shop.ts";

const EVENTS = `Object.fromEntries(["onSuccess", "onFailed", "onPending"]
  .map((name) => [name, (...args) => { seen.push([name, ...JSON.parse(JSON.stringify(args))]); }]))`;
const MERCADO = "#payrails-generic-redirect-mercadoPago";
const PIX = "#payrails-generic-redirect-pix";

describe("hosted pages in a browser", () => {
  let app: RunningApp;
  let shop: Shop;
  let browser: Browser;
  before(async () => {
    app = await startApp();
    shop = openShop(app);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
    await app?.close();
  });

  async function open(page: Page, init: InitResponse, options: object = {}) {
    await page.goto(shop.origin);
    await page.evaluate(`
      window.client = Payrails.init(${JSON.stringify(init)});
      client.genericRedirectButton({ ...${JSON.stringify(options)}, events: ${EVENTS} }).mount("#pay");`);
    await page.waitForSelector("#pay button");
  }

  async function inShop(options: object, use: (page: Page, init: InitResponse) => Promise<void>) {
    const page = await browser.newPage();
    try {
      const init = await shop.init();
      await open(page, init, options);
      await use(page, init);
    } finally {
      await page.close();
    }
  }

  it("S-REDIRECT-01, S-REDIRECT-02, S-REDIRECT-03, S-REDIRECT-05: pays first, then leaves for Mercado Pago's page", async () => {
    await inShop({ returnInfo: { success: `${shop.origin}/?paid` } }, async (page, init) => {
      assertEquals(await page.$eval(MERCADO, (button) => button.textContent), "Generic redirect");
      const bodies: string[] = [];
      page.on("request", (request) => request.url().endsWith("/authorize") && bodies.push(request.postData() ?? ""));
      await Promise.all([page.waitForNavigation(), page.click(MERCADO)]);
      assert(page.url().startsWith(app.frameOrigin), page.url());
      assertMatch(bodies.join(""), /"paymentMethodCode":"mercadoPago","integrationType":"hpp"/);
      const approve = await page.waitForSelector("[data-testid=approve]");
      await Promise.all([page.waitForNavigation(), approve?.click()]);
      await page.waitForFunction(`location.href.startsWith(${JSON.stringify(shop.origin)})`);
      // The page that comes back asks the server; its address proves nothing.
      const outcome = await page.evaluate(`(() => {
        const config = JSON.parse(atob(${JSON.stringify(init.data)}));
        config.execution.status = [{ code: "authorizeRequested", time: "2020-01-01T00:00:00.000Z" }];
        return Payrails.init({ version: "2.0", data: btoa(JSON.stringify(config)) }).resume().then(({ type }) => type);
      })()`);
      assertEquals(outcome, "success");
    });
  });

  it("S-PIX-01, S-REDIRECT-04: Pix stays on the page in a popup of window minus 50, and ends with the server's word", async () => {
    await inShop({ paymentMethod: { paymentMethodCode: "pix" } }, async (page) => {
      await page.setViewport({ width: 900, height: 700 });
      await page.click(PIX);
      const hosted = await page.waitForFrame((frame) => frame.url().includes("/challenge/"));
      assertEquals(await page.$eval("#payrails-popup", (popup) => Reflect.get(popup, "style").width), "854px");
      await (await hosted.waitForSelector("[data-testid=approve]"))?.click();
      await waitForEvent(page, "onSuccess");
      assertEquals([await page.$("#payrails-popup"), page.url()], [null, `${shop.origin}/`]);
    });
  });

  it("a Pix popup the shopper closes is one failure, and the button can be pressed again", async () => {
    await inShop({ paymentMethod: { paymentMethodCode: "pix" } }, async (page) => {
      await page.click(PIX);
      await page.waitForFrame((frame) => frame.url().includes("/challenge/"));
      await page.keyboard.press("Escape");
      assertMatch(JSON.stringify(await waitForEvent(page, "onFailed")), /USER_CANCELLED/);
      await page.waitForSelector(`${PIX}:not([disabled])`);
      assertEquals((await seenEvents(page)).map(([name]) => name), ["onFailed"]);
      assertEquals(await page.$("#payrails-popup"), null);
    });
  });

  it("a new tab opens in the click, is closed when paid, and the shop's page hears of it", async () => {
    await inShop({ openInNewTab: true }, async (page) => {
      const opened = new Promise<Page>((resolve) => page.once("popup", (tab) => tab !== null && resolve(tab)));
      await page.click(MERCADO);
      const tab = await opened;
      await (await tab.waitForSelector("[data-testid=approve]", { timeout: 15_000 }))?.click();
      await waitForEvent(page, "onSuccess");
      assertEquals(page.url(), `${shop.origin}/`);
    });
  });

  it("S-3DS-09: with redirectFor3DS the whole page goes to the bank and no popup opens", async () => {
    const page = await browser.newPage();
    try {
      const init = await shop.init();
      const frame = await shop.checkout(page, { init, initOptions: { redirectFor3DS: true } });
      await typeCard(frame, { number: "4000002500003155" });
      await page.waitForSelector("#payrails-card-payment-button:not([disabled])");
      await Promise.all([page.waitForNavigation(), page.click("#payrails-card-payment-button")]);
      assert(page.url().startsWith(`${app.frameOrigin}/challenge/`), page.url());
      assertEquals(await page.$("#payrails-popup"), null);
    } finally {
      await page.close();
    }
  });

  it("a restyled button, callbacks that answer nothing or a promise, options nobody knows: all borne", async () => {
    const page = await browser.newPage();
    try {
      await page.goto(shop.origin);
      await page.evaluate(`
        window.client = Payrails.init(${JSON.stringify(await shop.init())}, { unknown: { a: 1 } });
        client.cardForm({ cards: { x: 1 }, events: { onChange: () => undefined, onReady: () => Promise.resolve() } }).mount("#card");
        client.paymentButton({ events: { onSuccess: async () => { seen.push(["onSuccess"]); } } }).mount("#pay");
        document.querySelector("#pay button").className = "shop-button";`);
      await typeCard(await cardFrame(page), { number: "4242424242424242" });
      await page.waitForSelector("#pay button.shop-button:not([disabled])");
      await page.click("#pay button");
      await page.waitForSelector("#pay button.shop-button.loading");
      await waitForEvent(page, "onSuccess");
    } finally {
      await page.close();
    }
  });
});
