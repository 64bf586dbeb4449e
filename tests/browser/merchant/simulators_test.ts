/** The fake wallet scripts in a real browser, on a page with a strict policy. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { Browser, Page } from "puppeteer";
import { launchBrowser } from "../../support/browser.ts";
import { BASE, openPaymentsFixture, type PaymentsFixture } from "../../support/payments/payments_fixture.ts";
import { freePort } from "../../support/ports.ts";

const PAGE = `<!doctype html><title>Shop</title><main><button id="go">Pay</button><div id="place"></div></main>
<script src="/services/payments/stand-ins/apple-pay.js"></script>
<script src="/services/payments/stand-ins/google-pay.js"></script>
<script src="/services/payments/stand-ins/paypal.js" data-namespace="payrailsPaypal"></script>`;
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'";

describe("fake wallets", () => {
  let fixture: PaymentsFixture;
  let browser: Browser;
  let merchant: Deno.HttpServer;
  const port = freePort();
  before(async () => {
    fixture = await openPaymentsFixture();
    merchant = Deno.serve({ port, hostname: "127.0.0.1", onListen() {} }, (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/services/payments")) {
        return fixture.call(new Request(`${BASE}${pathname.slice("/services/payments".length)}`));
      }
      return new Response(PAGE, { headers: { "content-type": "text/html", "content-security-policy": POLICY } });
    });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await merchant.shutdown();
    await fixture.close();
  });

  /** Runs `script` in a fresh page, presses the sheet's button, and returns what the page recorded. */
  const play = async (script: string, press: "approve" | "cancel"): Promise<unknown> => {
    const page: Page = await browser.newPage();
    try {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.evaluate(`globalThis.heard = []; ${script}`);
      const testId = `[data-testid=wallet-${press}]:not([disabled])`;
      await (await page.waitForSelector(testId))?.click();
      await page.waitForFunction("document.querySelector('dialog') === null");
      assertEquals(errors, []);
      return await page.evaluate("heard");
    } finally {
      await page.close();
    }
  };

  const APPLE = `const request = { countryCode: "DE", currencyCode: "USD", total: { label: "Shop", amount: "10.00" } };
    const session = new ApplePaySession(3, request);
    session.onvalidatemerchant = ({ validationURL }) => {
      heard.push(new URL(validationURL).pathname);
      session.completeMerchantValidation({ nonce: "n", epochTimestamp: 1, expiresAt: 2 });
    };
    session.onpaymentauthorized = ({ payment }) => {
      heard.push(payment.token.paymentMethod.network);
      session.completePayment(ApplePaySession.STATUS_SUCCESS);
    };
    session.oncancel = () => heard.push("cancelled");
    session.begin();`;
  const VALIDATION = "/services/payments/stand-ins/apple-pay/paymentSession";

  it("Apple Pay validates the merchant, gives a token, and reports a cancellation", async () => {
    assertEquals(await play(APPLE, "approve"), [VALIDATION, "Visa"]);
    assertEquals(await play(APPLE, "cancel"), [VALIDATION, "cancelled"]);
  });

  const GOOGLE = `const client = new google.payments.api.PaymentsClient({ environment: "TEST" });
    client.isReadyToPay({}).then(({ result }) => heard.push(result)).then(() =>
      client.loadPaymentData({ transactionInfo: { totalPrice: "10.00", currencyCode: "USD", totalPriceStatus: "FINAL" } })
    ).then(
      ({ paymentMethodData }) => heard.push(typeof JSON.parse(paymentMethodData.tokenizationData.token).id),
      ({ statusCode }) => heard.push(statusCode),
    ); void 0`;

  it("Google Pay gives a token, or the code of a closed sheet", async () => {
    assertEquals(await play(GOOGLE, "approve"), [true, "string"]);
    assertEquals(await play(GOOGLE, "cancel"), [true, "CANCELED"]);
  });

  const paypal = (create: string) =>
    `payrailsPaypal.Buttons({
      ${create}: () => Promise.resolve("order-1"),
      onApprove: ({ orderID, billingToken }) => void heard.push(orderID, billingToken ?? "none"),
      onCancel: ({ orderID }) => void heard.push("cancelled " + orderID),
    }).render("#place").then(() => document.querySelector("[data-testid=paypal-stand-in]").click());`;

  it("PayPal is available under the name the page requested, with orders and billing agreements", async () => {
    assertEquals(await play(paypal("createOrder"), "approve"), ["order-1", "none"]);
    assertEquals(await play(paypal("createBillingAgreement"), "approve"), ["order-1", "order-1"]);
    assertEquals(await play(paypal("createOrder"), "cancel"), ["cancelled order-1"]);
  });
});
