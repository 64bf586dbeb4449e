/**
 * The billing address in a browser when its list of countries does not load: the card can still be used to pay.
 */
import type { Browser, HTTPRequest } from "puppeteer";
import { assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { RunningApp } from "../../support/app/app.ts";
import type { MerchantPage } from "../../support/merchant/merchant_page.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import { atCheckout, type NetworkFault, PAY_BUTTON } from "../../support/merchant/checkout_page.ts";

const GOOD = "4242424242424242";
const NOISE = /Failed to load resource|net::ERR_|payrails:api:/;
const FORM = { showAddressSelector: true, showStoreInstrumentCheckbox: true };

describe("a billing address", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  const FAULTS: readonly (readonly [what: string, fault: NetworkFault])[] = [
    ["answers 500", { status: 500 }],
    ["is refused with 429", { status: 429 }],
    ["is lost", "lost"],
    ["is empty", { status: 200, body: "{}" }],
    ["is no list", { status: 200, body: "<html>" }],
  ];
  for (const [what, listed] of FAULTS) {
    it(`S-ADDR-01, S-ADDR-12: a countries list that ${what} is logged, and the card pays without an address`, async () => {
      const fault = (request: HTTPRequest) => request.url().endsWith("/countries.json") ? listed : undefined;
      const before = "window.warned = []; console.warn = (text) => warned.push(text);";
      await atCheckout(
        { browser, merchant },
        { integration: "elements", form: FORM, fault, before, expected: NOISE },
        async (checkout) => {
          await checkout.fill(GOOD);
          await checkout.page.waitForSelector(`${PAY_BUTTON}:not([disabled])`);
          assertEquals(await checkout.page.$("#payrails-address-selector"), null);
          assertMatch(String(await checkout.page.evaluate("warned.join()")), /list of countries could not be loaded/);
          await checkout.pay();
          assertEquals((await checkout.final()).name, "onSuccess");
          assertEquals(checkout.authorizes().map(({ body }) => body.includes("billingAddress")), [false]);
        },
      );
    });
  }

  it("S-ADDR-01: with its list the button waits for the country, and the address goes with the card", async () => {
    await atCheckout({ browser, merchant }, { integration: "elements", form: FORM }, async (checkout) => {
      const { page } = checkout;
      await checkout.fill(GOOD);
      await page.waitForFunction(`document.querySelector("#country-selector")?.options.length > 100`);
      await page.select("#country-selector", "DE");
      assertEquals(await page.$(`${PAY_BUTTON}:not([disabled])`), null);
      await page.type("#postal-code-input", "10115");
      await checkout.pay();
      assertEquals((await checkout.final()).name, "onSuccess");
      assertMatch(
        checkout.authorizes()[0]?.body ?? "",
        /"billingAddress":\{"country":\{"name":"Germany","code":"DE"\},"postalCode":"10115"\}/,
      );
    });
  });

  it("S-ADDR-08: a press with a right card and no address says what is missing there, and moves the focus to it", async () => {
    const button = { disabledByDefault: false };
    await atCheckout({ browser, merchant }, { integration: "elements", form: FORM, button }, async (checkout) => {
      const { page } = checkout;
      await checkout.fill(GOOD);
      await page.waitForFunction(`document.querySelector("#country-selector")?.options.length > 100`);
      for (const [country, id] of [["", "country-selector"], ["DE", "postal-code-input"]] as const) {
        await page.select("#country-selector", country);
        await page.click(PAY_BUTTON);
        await page.waitForFunction(`document.activeElement.id === "${id}"`);
        assertEquals(await page.$$eval(".payrails-extra-error:not(:empty)", (all) => all.map((each) => each.id)), [
          `${id}-error`,
        ]);
        assertEquals(await page.$eval(`#${id}`, (input) => input.getAttribute("aria-describedby")), `${id}-error`);
      }
      assertEquals(checkout.authorizes(), []);
    });
  });

  it("S-LABEL-08: the card form's checkbox has its default label, or the merchant's under each of its three names", async () => {
    const form = { showStoreInstrumentCheckbox: true };
    await atCheckout({ browser, merchant }, { integration: "elements", form }, async ({ page }) => {
      const label = () => page.$eval("#payrails-card-form .payrails-store-instrument", (each) => each.textContent);
      assertEquals(await label(), "Save instrument for future payments");
      for (const name of ["saveCreditCard", "saveInstrument", "storeInstrument"]) {
        await page.evaluate(`form.update({ translations: { labels: { ${name}: "Keep by ${name}" } } })`);
        assertEquals(await label(), `Keep by ${name}`);
      }
    });
  });
});
