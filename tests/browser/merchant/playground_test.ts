/** The playground as a developer opens it: a payment by drop-in and by elements, the log, the session it gets. */
import type { Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { violations } from "../../support/screens/axe.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { cardFrame } from "../../support/frames.ts";
import { SharedPage } from "../../support/merchant/shared_page.ts";
import { fastTimers, fillCard, SPEED_UP } from "../../support/merchant/checkout_page.ts";

const PAY = "#payrails-card-payment-button:not([disabled])";

describe("playground", () => {
  const fixture = appFixture();

  const shared = new SharedPage(fastTimers(SPEED_UP));

  async function inPlayground(use: (page: Page) => Promise<void>, expected = /^$/) {
    await shared.visit(fixture.browser, async (page) => {
      const errors: string[] = [];
      const note = (text: string) => void (expected.test(text) || errors.push(text));
      page.on("pageerror", (error) => note(String(error)));
      page.on("console", (message) => message.type() === "error" && note(message.text()));
      await page.goto(`${fixture.app.origin}/checkout/`);
      await use(page);
      assertEquals(errors, []);
    });
  }

  async function pay(page: Page) {
    await fillCard(await cardFrame(page, "#CVV", "#place"), "4242424242424242");
    await page.waitForSelector(PAY);
    await page.click(PAY);
    await page.waitForFunction("document.querySelector('#log').textContent.includes('onSuccess')");
  }

  it("S-PROD-01: the drop-in pays under the strict policy of the page, and the log shows it", async () => {
    await inPlayground(async (page) => {
      await page.waitForSelector("#place fieldset");
      const ways = await page.$$eval(
        "#place input[type=radio]",
        (radios) => radios.map((radio) => Reflect.get(radio, "value")),
      );
      assertEquals(ways, ["card", "payPal", "googlePay", "applePay", "pix", "mercadoPago"]);
      assertEquals(await page.$eval("#place .payrails-button-label", ({ textContent }) => textContent), "Pay $10.00");
      await pay(page);
      assertMatch(await page.$eval("#place", (place) => place.textContent ?? ""), /Payment successful/);
      assertEquals(await violations(page), []);
    });
  });

  const LOG = "document.querySelector('#log').textContent";

  async function mount(page: Page, settings: Readonly<Record<string, string>>) {
    await page.waitForSelector("#place fieldset");
    for (const [id, value] of Object.entries(settings)) await page.select(`#${id}`, value);
  }

  async function assertAccessible(page: Page, state: string) {
    assertEquals(await violations(page), [], state);
  }

  const MOUNTED: Readonly<Record<string, readonly [selector: string, code: RegExp]>> = {
    elements: ["#form iframe", /client\.cardForm\(\{\n {8}showCardHolderName: true/],
    fields: ["#fields iframe", /client\.collectContainer\(\{\n {8}containerType: "COMPOSABLE"/],
    wallets: ["#paypal button", /client\.applePayButton/],
    redirect: ["#pix button", /paymentMethodCode: "pix"/],
  };

  it("every kind mounts without a violation, shows the code for it, and fits a phone in light and dark", async () => {
    await inPlayground(async (page) => {
      for (const [kind, [selector, code]] of Object.entries(MOUNTED)) {
        await mount(page, {});
        await page.setViewport({ width: 320, height: 640 });
        await page.emulateMediaFeatures([{
          name: "prefers-color-scheme",
          value: kind === "fields" ? "dark" : "light",
        }]);
        await page.select("#kind", kind);
        await page.waitForSelector(`#place ${selector}`);
        assertMatch(await page.$eval("#code", ({ textContent }) => textContent ?? ""), code);
        assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 320, kind);
        await assertAccessible(page, kind);
        await page.select("#kind", "dropin");
      }
    });
  });

  it("shows the checkout first, in a phone or a browser, and the code in colours as it can be copied", async () => {
    await inPlayground(async (page) => {
      await mount(page, {});
      const plain = await page.$eval("#code", ({ textContent }) => textContent);
      await page.waitForSelector("#code .hljs-string");
      assertEquals(await page.$eval("#code", ({ textContent }) => textContent), plain);
      await page.click("#tab-react");
      assertMatch(await page.$eval("#code .hljs-keyword", ({ textContent }) => textContent ?? ""), /import/);
      const frame = () =>
        page.evaluate(`(({ borderTopWidth, maxWidth }) => [borderTopWidth, maxWidth])(
          getComputedStyle(document.querySelector("#device")))`);
      await page.setViewport({ width: 1280, height: 900 });
      assertEquals(await frame(), ["10px", "414px"]);
      await page.select("#device-kind", "browser");
      await page.waitForFunction("document.querySelector('#device').dataset.kind === 'browser'");
      assertEquals(await frame(), ["1px", "640px"]);
      await page.setViewport({ width: 390, height: 844 });
      const tops = await page.$$eval(
        "main section",
        (all) => all.map((each) => each.getBoundingClientRect().top),
      );
      assertEquals(tops, tops.toSorted((a, b) => a - b));
      assertEquals(
        await page.$$eval("main h2", (all) => all.map(({ textContent }) => textContent)),
        ["Preview", "Settings", "Events", "Code", "Install it"],
      );
      assertEquals(await frame(), ["0px", "none"]);
    });
  });

  it("an event is a row with its main fact, and shows the rest when pressed; on a wide screen it is beside the preview", async () => {
    await inPlayground(async (page) => {
      await mount(page, {});
      await page.setViewport({ width: 1280, height: 900 });
      await pay(page);
      const paid = "#log li[data-tone=good]";
      const read = (selector: string) => page.$eval(`${paid} ${selector}`, ({ textContent }) => textContent);
      assertEquals([await read("strong"), await read("span")], ["onSuccess", "10.00 USD"]);
      const isShown = () => page.$eval(`${paid} pre`, (details) => details.checkVisibility());
      assertEquals(await isShown(), false);
      await page.click(`${paid} summary`);
      assertEquals(await isShown(), true);
      assertMatch(await read("pre") ?? "", /"executionId": "/);
      const [preview, events] = await page.$$eval("#stage, #events", (all) =>
        all.map((each) => {
          const { left, right, bottom } = each.getBoundingClientRect();
          return { left, right, bottom: Math.round(bottom) };
        }));
      assert(preview !== undefined && events !== undefined && events.left > preview.right);
      assertEquals(events.bottom, preview.bottom);
      assertEquals(await violations(page), []);
    });
  });

  it("language, colours and corners are in the code and on the page", async () => {
    await inPlayground(async (page) => {
      await mount(page, { locale: "ar", scheme: "dark", corners: "24px" });
      await page.waitForSelector("#place fieldset[dir=rtl]");
      const code = await page.$eval("#code", ({ textContent }) => textContent ?? "");
      assertMatch(code, /locale: "ar",\n {8}appearance: \{\n {10}colorScheme: "dark",\n {10}borderRadius: "24px",/);
      await assertAccessible(page, "Arabic, dark");
    });
  });

  it("secure fields seal a card, and the log shows it without the card", async () => {
    await inPlayground(async (page) => {
      await mount(page, { kind: "fields" });
      await page.waitForFunction(`${LOG}.split("READY").length === 4`);
      await page.click("#fields + #button button");
      await page.waitForFunction(`${LOG}.includes("collect() refused")`);
    });
  });

  const PLAYS: Readonly<Record<string, RegExp>> = {
    slow: /onSuccess/,
    busy: /onSuccess.*poll: 429/s,
    lost_answer: /onSuccess.*authorize: 200.*authorize: no answer/s,
    expired: /onSuccess.*authorize: 200.*onSessionExpired.*authorize: 401/s,
  };
  it("network faults are simulated, logged call by call, and end as expected", async () => {
    await inPlayground(async (page) => {
      for (const [scenario, reported] of Object.entries(PLAYS)) {
        await mount(page, { scenario });
        await pay(page);
        assertMatch(String(await page.evaluate(LOG)), reported);
        await page.select("#scenario", "success");
      }
    }, /payrails:api:/);
  });

  it("shows how a merchant installs the package, and links to the package's manifest", async () => {
    await inPlayground(async (page) => {
      await page.waitForSelector("#place fieldset");
      const text = await page.$eval("[aria-labelledby=install-title]", ({ textContent }) => textContent ?? "");
      assertMatch(
        text,
        /npm install .*\.tgz[^]*import \{ Payrails \} from "@payrails\/web-sdk"[^]*\/sdk\/5\/payrails\.js/,
      );
      const links = await page.$$eval("a", (all) => all.map((link) => String(Reflect.get(link, "href"))));
      assertEquals(links.length, 4);
      for (const link of links) {
        const answer = await fetch(link);
        assertEquals(answer.status, 200, link);
        await answer.body?.cancel();
      }
    });
  });

  it("the scenario of a co-badged card names a card that asks for its network", async () => {
    await inPlayground(async (page) => {
      await mount(page, { scenario: "co_badged" });
      await page.waitForSelector("#place iframe");
      await (await cardFrame(page)).type(
        "#CARD_NUMBER",
        await page.$eval("#number", ({ textContent }) => textContent ?? ""),
      );
      await page.waitForSelector(".payrails-schemes p:not(:empty)");
      await assertAccessible(page, "two networks");
    });
  });

  it("elements pay too, and a scenario names its card", async () => {
    await inPlayground(async (page) => {
      await page.waitForSelector("#place fieldset");
      await page.select("#scenario", "decline");
      assertEquals(await page.$eval("#number", (output) => output.textContent), "4000 0000 0000 0002");
      await page.select("#kind", "elements");
      await page.click("#stage .quiet");
      await page.waitForSelector("#place #form iframe");
      await (await cardFrame(page)).type("#CARDHOLDER_NAME", "Ada Test");
      await pay(page);
    });
  });

  it("the session contains no secret, offers the scenario's methods, and refuses malformed input", async () => {
    const ask = (body: unknown) =>
      fetch(`${fixture.app.origin}/checkout/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
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
