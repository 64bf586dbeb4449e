/** The main flows on a merchant's page of another site, under a policy of only the manifest's directives. */
import type { Browser, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import { launchBrowser } from "../../support/browser.ts";
import { type MerchantPage, openMerchantPage, strictPolicy } from "../../support/merchant/merchant_page.ts";
import { closeMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import {
  atCheckout,
  type CheckoutPage,
  type CheckoutPageOptions,
  type FinalName,
  INTEGRATIONS,
} from "../../support/merchant/checkout_page.ts";

/** Runs before every script of the page and records violations, whichever script caused them. */
const WATCH = `window.violations = [];
addEventListener("securitypolicyviolation", (event) => violations.push([event.violatedDirective, event.blockedURI, event.sample].join(" ")));`;

describe("paying under a strict policy, from a third origin", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  let policy = "";
  before(async () => {
    app = await startApp();
    policy = await strictPolicy(app);
    merchant = openMerchantPage(app, { policy, host: "127.0.0.1" });
    browser = await launchBrowser();
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  async function strictly(options: CheckoutPageOptions, use: (checkout: CheckoutPage) => Promise<void>) {
    await atCheckout({ browser, merchant }, { before: WATCH, ...options }, async (checkout) => {
      await use(checkout);
      assertEquals(await checkout.page.evaluate("violations"), []);
    });
  }

  it("the merchant is a third origin, its policy allows nothing unsafe, and Trusted Types block a string in a sink", async () => {
    assertEquals(new Set([merchant.origin, app.origin, app.frameOrigin]).size, 3);
    assertMatch(
      policy,
      /^default-src 'none'; script-src 'self' .*; trusted-types payrails;.* require-trusted-types-for 'script'$/,
    );
    assert(!/unsafe|data:| \*[ ;]/.test(policy), policy);
    const page = await browser.newPage();
    await page.goto(merchant.origin);
    const thrown = await page.evaluate(`(() => {
      try { document.body.innerHTML = "<b>x</b>"; } catch (error) { return error.name; }
    })()`);
    assertEquals(thrown, "TypeError");
    await page.close();
  });

  const FLOWS: readonly { readonly number: string; readonly challenge?: "approve"; readonly final: FinalName }[] = [
    { number: "4242424242424242", final: "onSuccess" },
    { number: "4000000000000002", final: "onFailed" },
    { number: "4000002500003155", challenge: "approve", final: "onSuccess" },
    { number: "4000000000000077", final: "onPending" },
  ];
  for (const integration of INTEGRATIONS) {
    for (const { number, challenge, final } of FLOWS) {
      it(`S-PROD-01: ${number} by ${integration} ends with ${final} and no violation`, async () => {
        const form = { showStoreInstrumentCheckbox: true, showAddressSelector: false };
        await strictly({ integration, form }, async (checkout) => {
          await checkout.fill(number);
          await checkout.pay();
          if (challenge !== undefined) await checkout.choose(challenge);
          assertEquals((await checkout.final()).name, final);
        });
      });
    }
  }

  const choose = (page: Page, code: string) => page.click(`[data-testid=dropin-item-label-${code}]`);

  /** Through the fake script's own event: wallet buttons are in shadow roots and in frames of their own. */
  async function press(page: Page, selector: string, inside = "") {
    await page.waitForSelector(selector);
    await page.waitForFunction(`document.querySelector("${selector}")${inside} !== null`);
    await page.evaluate(`document.querySelector("${selector}")${inside}.click()`);
  }

  const WALLETS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    googlePay: (page) => press(page, "[data-testid=payrails-google-pay-button] button"),
    applePay: (page) => press(page, "apple-pay-button", ".shadowRoot?.querySelector('button')"),
    payPal: (page) => press(page, "[data-testid=paypal-stand-in]"),
  };
  for (const [code, press] of Object.entries(WALLETS)) {
    it(`the script of ${code} loads by the policy named payrails, and its sheet pays`, async () => {
      await strictly({ integration: "dropin" }, async ({ page, final, executionId }) => {
        await choose(page, code);
        await press(page);
        const approve = await page.waitForSelector("[data-testid=wallet-approve]:not([disabled])");
        await approve?.click();
        assertEquals((await final()).name, "onSuccess");
        assertMatch((await merchant.execution(executionId)).state, /captured|authorized/);
      });
    });
  }

  it("a policy that does not name payrails leaves the wallet unavailable and every other method usable", async () => {
    const closed = openMerchantPage(app, {
      policy: policy.replace("trusted-types payrails", "trusted-types 'none'"),
      host: "127.0.0.1",
    });
    try {
      const expected = /google_pay|trusted-types|TrustedTypePolicy/i;
      await atCheckout({ browser, merchant: closed }, { integration: "dropin", expected }, async (checkout) => {
        await choose(checkout.page, "googlePay");
        await checkout.page.waitForSelector(".payrails-frame-failed button");
        await checkout.fill("4242424242424242");
        await checkout.pay();
        assertEquals((await checkout.final()).name, "onSuccess");
      });
    } finally {
      await closed.close();
    }
  });

  it("Pix in its popup and a stored card keep to the policy", async () => {
    const holderReference = crypto.randomUUID();
    await strictly({ integration: "dropin", initRequest: { holderReference } }, async (checkout) => {
      await choose(checkout.page, "pix");
      await (await checkout.page.waitForSelector("#payrails-generic-redirect-pix"))?.click();
      await checkout.choose("approve");
      assertEquals((await checkout.final()).name, "onSuccess");
    });
    const dropin = {
      paymentMethodsConfiguration: { cards: { alwaysStoreInstrument: true, showAddressSelector: true } },
    };
    await strictly({ integration: "dropin", initRequest: { holderReference }, dropin }, async (checkout) => {
      await checkout.fill("4242424242424242");
      await checkout.page.waitForSelector("#country-selector option[value=AE]");
      await checkout.page.select("#country-selector", "AE");
      await checkout.pay();
      assertEquals((await checkout.final()).name, "onSuccess");
    });
    await strictly({ integration: "dropin", initRequest: { holderReference } }, async (checkout) => {
      await checkout.page.click(".payrails-dropin-label");
      await checkout.pay();
      assertEquals((await checkout.final()).name, "onSuccess");
    });
  });

  it("secure fields of a container load and respond", async () => {
    await strictly({ integration: "elements" }, async ({ page }) => {
      const isValid = await page.evaluate(`(async () => {
        const container = await client.collectContainer({ containerType: "COMPOSABLE", layout: [1, 3] });
        const ready = ["CARD_NUMBER", "EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"].map((type) =>
          new Promise((resolve) => container.create({ type, required: true }).on("READY", resolve)));
        container.mount("#below");
        await Promise.all(ready);
        return (await container.validate()).isValid;
      })()`);
      assertEquals(isValid, false);
    });
  });
});
