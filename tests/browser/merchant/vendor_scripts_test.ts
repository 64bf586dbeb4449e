/** What a page loads from vendors: nothing, unless a payment method that needs it is offered. */
import type { Browser } from "puppeteer";
import { assert, assertEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { RunningApp } from "../../support/app/app.ts";
import type { MerchantPage } from "../../support/merchant/merchant_page.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import {
  type CheckoutPage,
  type Integration,
  INTEGRATIONS,
  openCheckout,
} from "../../support/merchant/checkout_page.ts";

const WALLET = /wallet|google|gstatic|apple|paypal|venmo|lean|revolut/i;
const METHODS = ["card", "googlePay", "applePay", "payPal", "lean"];

describe("vendor scripts", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  /** Every address that page and frames request, from the first document to the end of a payment. */
  async function requestsOf(
    integration: Integration,
    methods: readonly string[],
    use: (checkout: CheckoutPage) => Promise<void>,
  ) {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(`${request.resourceType()} ${request.url()}`));
    try {
      const checkout = await openCheckout(page, merchant, { integration, initRequest: { meta: { methods } } });
      await use(checkout);
      await page.waitForNetworkIdle({ idleTime: 300 });
      return asked as readonly string[];
    } finally {
      await page.close();
    }
  }

  for (const integration of INTEGRATIONS) {
    it(`SECURITY S11: with cards only, the ${integration} loads from merchant, SDK and card frame only`, async () => {
      const asked = await requestsOf(integration, ["card"], async (checkout) => {
        await checkout.fill("4242424242424242");
        await checkout.pay();
        assertEquals((await checkout.final()).name, "onSuccess");
      });
      const ours = [merchant.origin, app.origin, app.frameOrigin];
      const hosts = asked.map((line) => line.slice(line.indexOf(" ") + 1)).filter((url) => !/^(data|blob):/.test(url));
      assert(hosts.some((url) => url.startsWith(`${app.frameOrigin}/card/5/`)), "the frames' requests were not seen");
      assertEquals(hosts.filter((url) => !ours.includes(new URL(url).origin)), []);
      assertEquals(
        asked.filter((line) => line.startsWith("script ") && WALLET.test(new URL(line.slice(7)).pathname)),
        [],
      );
    });
  }

  it("SECURITY S11: only the chosen wallet's script is loaded, once, when the shopper chooses it", async () => {
    const scriptsOf = (asked: readonly string[]) =>
      asked.filter((line) => line.startsWith("script ") && WALLET.test(new URL(line.slice(7)).pathname));
    const chosen = await requestsOf("dropin", METHODS, async ({ page }) => {
      await page.click("[data-testid=dropin-item-label-googlePay]");
      await page.waitForSelector("[data-testid=payrails-google-pay-button] button");
    });
    assertEquals(scriptsOf(chosen).length, 1, chosen.join("\n"));
    assert(/google/i.test(scriptsOf(chosen)[0] ?? ""), scriptsOf(chosen).join());
    // Offered, but the shopper pays by card.
    for (const integration of INTEGRATIONS) {
      const left = await requestsOf(integration, METHODS, async (checkout) => {
        await checkout.fill("4242424242424242");
        await checkout.pay();
        assertEquals((await checkout.final()).name, "onSuccess");
      });
      assertEquals(scriptsOf(left), [], integration);
    }
  });
});
