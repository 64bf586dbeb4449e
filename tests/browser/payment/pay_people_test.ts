/** Known problems of shoppers: the wrong language, keyboards that stay open, browsers without storage. */
import type { Browser } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { PACK as AR } from "../../../sdk/locales/ar.ts";
import { PACK as FR } from "../../../sdk/locales/fr.ts";
import { PACK as PT } from "../../../sdk/locales/pt.ts";
import type { RunningApp } from "../../support/app/app.ts";
import type { MerchantPage } from "../../support/merchant/merchant_page.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import { atCheckout, type CheckoutPage, INTEGRATIONS, PAY_BUTTON } from "../../support/merchant/checkout_page.ts";

const GOOD = "4242424242424242";

describe("a shopper's device", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  const label = ({ page }: CheckoutPage) => page.$eval(PAY_BUTTON, ({ textContent }) => textContent);

  /** The merchant's locale, the button's text, the requested language pack, the locale in the authorize call. */
  const LOCALES = [
    ["fr-CH", FR.common.pay, "fr", "fr-CH"],
    ["pt_BR", PT.common.pay, "pt", "pt-BR"],
    ["ar", AR.common.pay, "ar", "ar"],
    ["en-GB", "Pay", undefined, "en-GB"],
    ["zh-Hant", "Pay", undefined, undefined],
  ] as const;
  for (const [locale, pay, pack, sent] of LOCALES) {
    it(`${locale} shows ${pack ?? "English"}, without a missing file, and authorize sends it`, async () => {
      const failed: string[] = [];
      await atCheckout(
        { browser, merchant },
        { integration: "dropin", initOptions: JSON.stringify({ locale }) },
        async (checkout) => {
          checkout.page.on("response", (response) => response.status() >= 400 && failed.push(response.url()));
          const asked = await checkout.page.evaluate(
            "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/locales/'))",
          );
          assertEquals(JSON.stringify(asked).match(/\w\w(?=\.json)/g) ?? [], pack === undefined ? [] : [pack]);
          const frame = await checkout.fill(GOOD);
          assertEquals(await label(checkout), pay);
          assertEquals(
            await frame.evaluate("getComputedStyle(document.querySelector('form')).direction"),
            locale === "ar" ? "rtl" : "ltr",
          );
          await checkout.pay();
          assertEquals((await checkout.final()).name, "onSuccess");
          const language = /"language":"([^"]+)"/.exec(checkout.authorizes()[0]?.body ?? "")?.[1];
          assertEquals(language, sent ?? await checkout.page.evaluate("navigator.language"));
          assertEquals(failed, []);
        },
      );
    });
  }

  it("the field loses focus when the payment begins, so that the keyboard closes, and can be used after a decline", async () => {
    await atCheckout({ browser, merchant }, { integration: "elements" }, async (checkout) => {
      const frame = await checkout.fill("4000000000000002");
      await checkout.page.waitForSelector(`${PAY_BUTTON}:not([disabled])`);
      await frame.focus("#CVV");
      await checkout.page.keyboard.press("Enter");
      await checkout.page.waitForSelector(`${PAY_BUTTON}[aria-busy=true]`);
      await frame.waitForFunction("document.activeElement === document.body");
      assertEquals((await checkout.final()).name, "onFailed");
      await frame.waitForSelector("#CVV:not([readonly])");
      await frame.focus("#CVV");
      await checkout.page.keyboard.press("Backspace");
      await checkout.page.keyboard.type("4");
      assertEquals(await frame.$eval("#CVV", (input) => Reflect.get(input, "value")), "124");
    });
  });

  it("in a narrow box of a small phone the whole number and every label can be read", async () => {
    const form = { showCardHolderName: true };
    await atCheckout(
      { browser, merchant },
      { integration: "elements", form, initOptions: `{ locale: "en" }` },
      async (checkout) => {
        const frame = await checkout.fill(GOOD);
        await frame.type("#CARDHOLDER_NAME", "Ada Test");
        for (const widthPx of [320, 290, 280, 250, 222]) {
          // Two brand icons need more space than one.
          if (widthPx === 290) {
            await checkout.fill("4035501000000008");
            await frame.waitForSelector(".two-marks");
          }
          await checkout.page.evaluate(`document.querySelector("#card").style.width = "${widthPx}px"`);
          await frame.waitForFunction(`innerWidth <= ${widthPx} + 10`);
          const cut = await frame.$$eval(
            "input, label",
            (all) =>
              all.filter((each) => Number(Reflect.get(each, "scrollWidth")) > Number(Reflect.get(each, "clientWidth")))
                .map(({ outerHTML }) => outerHTML),
          );
          assertEquals(cut, [], `${widthPx} px`);
        }
      },
    );
  });

  it("R17: a browser without storage can pay", async () => {
    const before = `for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
      Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
    }
    Object.defineProperty(document, "cookie", { get() { throw new DOMException("blocked", "SecurityError"); } });`;
    const dropin = { paymentMethodsConfiguration: { cards: { showAddressSelector: true } } };
    const form = { showAddressSelector: true };
    for (const integration of INTEGRATIONS) {
      await atCheckout({ browser, merchant }, { integration, before, dropin, form }, async (checkout) => {
        await checkout.fill(GOOD);
        await checkout.page.waitForSelector("#country-selector option[value=AE]");
        await checkout.page.select("#country-selector", "AE");
        await checkout.pay();
        assertEquals((await checkout.final()).name, "onSuccess");
      });
    }
  });

  it("S-ERR-08: the log of a failed payment gives code and docUrl, and no number, token or sealed card", async () => {
    await atCheckout({ browser, merchant }, { integration: "dropin", expected: /./ }, async (checkout) => {
      const logged: string[] = [];
      checkout.page.on("console", (message) => logged.push(message.text()));
      await checkout.page.setRequestInterception(true);
      checkout.page.on("request", (request) => {
        const isAuthorize = request.method() === "POST" && request.url().endsWith("/authorize");
        if (!isAuthorize) return void request.continue();
        void request.respond({ status: 400, body: "{}", headers: { "access-control-allow-origin": "*" } });
      });
      await checkout.fill(GOOD);
      await checkout.pay();
      const { event } = await checkout.final();
      assertMatch(event, /checkout\/errors\//);
      const { body = "", headers } = checkout.authorizes()[0] ?? {};
      const sealed = /"encryptedData":"([^"]+)"/.exec(body)?.[1] ?? "nothing sealed";
      for (const secret of ["424242424242", sealed.slice(0, 60), headers?.authorization?.slice(7, 60) ?? "no token"]) {
        assert(!logged.join("\n").includes(secret) && !event.includes(secret), secret.slice(0, 12));
      }
    });
  });
});
