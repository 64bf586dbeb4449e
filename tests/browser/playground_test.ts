/** The playground as somebody opens it: a payment by drop-in and by elements, the log, the session it gets. */
import axe from "axe-core";
import type { Browser, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { type RunningApp, startApp } from "../support/app.ts";
import { launchBrowser } from "../support/browser.ts";
import { cardFrame, typeCard } from "../support/merchant_shop.ts";

const PAY = "#payrails-card-payment-button:not([disabled])";

describe("playground", () => {
  let app: RunningApp;
  let browser: Browser;
  before(async () => {
    app = await startApp();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await app?.close();
  });

  async function inPlayground(use: (page: Page) => Promise<void>) {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    try {
      await page.goto(`${app.origin}/checkout/`);
      await use(page);
      assertEquals(errors, []);
    } finally {
      await page.close();
    }
  }

  async function pay(page: Page) {
    await typeCard(await cardFrame(page), { number: "4242424242424242" });
    await page.waitForSelector(PAY);
    await page.click(PAY);
    await page.waitForFunction("document.querySelector('#log').textContent.includes('onSuccess')");
  }

  it("S-PROD-01: the drop-in pays under the strict policy of the page, and the log tells it", async () => {
    await inPlayground(async (page) => {
      await page.waitForSelector("#place fieldset");
      const ways = await page.$$eval(
        "#place input[type=radio]",
        (radios) => radios.map((radio) => Reflect.get(radio, "value")),
      );
      assertEquals(ways, ["card", "payPal", "googlePay", "applePay", "pix", "mercadoPago"]);
      await pay(page);
      assertMatch(await page.$eval("#place", (place) => place.textContent ?? ""), /Payment successful/);
      await page.evaluate(axe.source);
      const found = await page.evaluate(
        "axe.run(document, { iframes: false }).then(({ violations }) => violations.map(({ id }) => id))",
      );
      assertEquals(found, []);
    });
  });

  it("elements pay too, and a scenario names its card", async () => {
    await inPlayground(async (page) => {
      await page.waitForSelector("#place fieldset");
      await page.select("#scenario", "decline");
      assertEquals(await page.$eval("#number", (output) => output.textContent), "4000 0000 0000 0002");
      await page.select("#kind", "elements");
      await page.click("#settings button");
      await page.waitForSelector("#place #form iframe");
      const frame = await cardFrame(page);
      await frame.type("#CARDHOLDER_NAME", "Ada Test");
      await pay(page);
    });
  });

  it("the session holds no secret, offers what the scenario says, and refuses what it cannot read", async () => {
    const ask = (body: unknown) =>
      fetch(`${app.origin}/checkout/session`, { method: "POST", body: JSON.stringify(body) });
    const answer = await ask({ type: "dropin", scenario: "hosted", amount: "12.50" });
    const text = atob(String((await answer.json()).data));
    assert(!text.includes("demo-secret"));
    const codes = [...text.matchAll(/"paymentMethodCode":"(\w+)"/g)].map(([, code]) => code);
    assertEquals([codes, JSON.parse(text).amount], [["pix", "mercadoPago"], { value: "12.50", currency: "USD" }]);
    for (const body of [{ amount: "1e9" }, { amount: 5 }, "text"]) {
      const refused = await ask(body);
      assertEquals(refused.status, 400);
      await refused.body?.cancel();
    }
  });
});
