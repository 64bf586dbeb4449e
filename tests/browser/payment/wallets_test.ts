/** Google Pay, Apple Pay and PayPal in the page of a merchant, with fakes of vendor scripts. */
import type { Browser, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import { launchBrowser } from "../../support/browser.ts";
import {
  type MerchantPage,
  openStrictMerchantPage,
  seenEvents,
  waitForEvent,
} from "../../support/merchant/merchant_page.ts";
import { closeMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import { fastTimers, SPEED_UP } from "../../support/merchant/checkout_page.ts";
import { FAKE_WALLET_SCRIPTS, serveWallets } from "../../support/merchant/fake_wallets.ts";

const EVENTS = `Object.fromEntries(["onSuccess", "onFailed", "onPending", "onPaymentSessionExpired"]
  .map((name) => [name, (...args) => { seen.push([name, ...JSON.parse(JSON.stringify(args))]); }]))`;

describe("wallets", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    app = await startApp();
    merchant = await openStrictMerchantPage(app);
    browser = await launchBrowser();
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  interface WalletVisit {
    readonly method: "googlePayButton" | "applePayButton" | "paypalButton" | "dropin";
    readonly shopper?: string;
    readonly options?: object;
    /** Callbacks as source text. */
    readonly events?: string;
    readonly without?: string;
    /** Runs in the page before any script; the page is then not shared. */
    readonly before?: string;
    /** In a page of its own: what is asserted happens once per page, as the load of a script does. */
    readonly isAlone?: boolean;
  }

  interface Bodies {
    readonly url: string;
    readonly body: string;
  }

  async function openPage(without: string, before: string) {
    const page = await browser.newPage();
    const sent: Bodies[] = [];
    await serveWallets(page, { without });
    page.on(
      "request",
      (request) => request.method() === "POST" && sent.push({ url: request.url(), body: request.postData() ?? "" }),
    );
    await page.evaluateOnNewDocument(before);
    await page.goto(merchant.origin);
    return { page, sent };
  }
  let shared: ReturnType<typeof openPage> | undefined;

  async function inShop(visit: WalletVisit, use: (page: Page, sent: readonly Bodies[]) => Promise<void>) {
    const { method, shopper = "pays", options = {}, events = "{}", without = "", before = "" } = visit;
    const isAlone = visit.isAlone === true || without !== "" || before !== "";
    const { page, sent } = await (isAlone ? openPage(without, before) : shared ??= openPage("", fastTimers(SPEED_UP)));
    try {
      sent.length = 0;
      await page.evaluate(`
        window.client?.destroy();
        seen.length = 0;
        window.walletCalls = [];
        window.shopper = ${JSON.stringify(shopper)};
        window.client = Payrails.init(${JSON.stringify(await merchant.init())}, { scripts: ${
        JSON.stringify(FAKE_WALLET_SCRIPTS)
      } });
        window.element = client.${method}({ ...${
        JSON.stringify(options)
      }, events: { ...${EVENTS}, ...${events} } }).mount("#pay");`);
      await use(page, sent);
    } catch (error) {
      shared = undefined;
      throw error;
    } finally {
      if (isAlone) await page.close();
    }
  }

  const calls = async (page: Page) => asCalls(await page.evaluate("window.walletCalls ?? []"));
  const call = async (page: Page, wanted: string) => (await calls(page)).find(([name]) => name === wanted);
  const authorizeBody = (sent: readonly Bodies[]) => sent.find(({ url }) => url.endsWith("/authorize"))?.body ?? "";
  const press = async (page: Page, selector: string) => {
    await page.waitForSelector(selector);
    await page.click(selector);
  };
  const GOOGLE = "[data-testid=payrails-google-pay-button] button";
  const APPLE = "[data-testid=payrails-apple-pay-button] apple-pay-button";
  const PAYPAL = "#payrails-paypal-button button";
  const makeAppleClickable = (page: Page) =>
    page.evaluate(
      "{ const sheet = new CSSStyleSheet(); sheet.replaceSync('apple-pay-button { display: block; height: 40px }'); document.adoptedStyleSheets = [sheet]; }",
    );

  it("S-GPAY-01, S-GPAY-02, S-GPAY-03, S-COMPOSE-05: pays with the token of Google's sheet", async () => {
    await inShop({ method: "googlePayButton" }, async (page, sent) => {
      await press(page, GOOGLE);
      await waitForEvent(page, "onSuccess");
      const [, look] = await call(page, "createButton") ?? [];
      assertMatch(JSON.stringify(look), /"buttonColor":"black","buttonType":"long","buttonSizeMode":"fill"/);
      const [, request] = await call(page, "loadPaymentData") ?? [];
      assertMatch(
        JSON.stringify(request),
        /^\{"apiVersion":2,"apiVersionMinor":0.*"currencyCode":"USD","totalPriceStatus":"FINAL","totalPrice":"1.00"/,
      );
      assertMatch(authorizeBody(sent), /"paymentMethodCode":"googlePay".*"paymentToken":"\{\\"apiVersion\\":2,\\"/);
    });
  });

  /** Waits of the page, in order, and a first poll that fails: the next one shows the interval. */
  const SLOW_START = `window.delays = []; const slow = setTimeout; const ask = fetch; let isAsked = false;
    window.setTimeout = (run, ms, ...rest) => { delays.push(ms); return slow(run, ms, ...rest); };
    window.fetch = (url, init) => {
      if (isAsked || init?.method !== "GET" || !/executions\\/[^/]+$/.test(url)) return ask(url, init);
      isAsked = true;
      return Promise.resolve(new Response("{}", { status: 500 }));
    };`;
  for (const [method, button] of [["googlePayButton", GOOGLE], ["applePayButton", APPLE]] as const) {
    it(`S-CONST-08, S-CONST-09: ${method} polls for its outcome every 2 s`, async () => {
      await inShop({ method, before: SLOW_START }, async (page) => {
        await page.waitForSelector(button);
        await makeAppleClickable(page);
        await page.click(button);
        await waitForEvent(page, "onSuccess");
        const paces = await page.evaluate("delays.filter((ms) => ms === 680 || ms === 2000)");
        assertEquals(paces, [2000, 2000]);
      });
    });
  }
  it("S-PAYPAL-06, S-CONST-11: the SDK reacts once, 300 ms after the shopper's last change", async () => {
    await inShop({ method: "paypalButton", before: SLOW_START }, async (page) => {
      await page.waitForSelector(PAYPAL);
      assertEquals(await page.evaluate("delays.filter((ms) => ms === 300).length"), 1);
      await page.evaluate(`(async () => {
        const box = document.querySelector("#payrails-paypal-button-wrapper input[type=checkbox]");
        for (let i = 0; i < 3; i++) {
          box.click();
          await new Promise((done) => slow(done, 50));
        }
      })()`);
      await page.waitForFunction("walletCalls.filter(([name]) => name === 'render').length > 1");
      await new Promise((resolve) => setTimeout(resolve, 700));
      const renders = (await calls(page)).filter(([name]) => name === "render").map(([, , makers]) => makers);
      assertEquals(renders, [["createOrder"], ["createBillingAgreement"]]);
    });
  });

  it("closing the Google Pay sheet cancels, and the button pays at the next press", async () => {
    await inShop({ method: "googlePayButton", shopper: "cancels" }, async (page, sent) => {
      await press(page, GOOGLE);
      assertMatch(JSON.stringify(await waitForEvent(page, "onFailed")), /USER_CANCELLED/);
      assertEquals(authorizeBody(sent), "");
      await page.evaluate("window.shopper = 'pays'");
      await page.click(GOOGLE);
      await waitForEvent(page, "onSuccess");
    });
  });

  it("S-APPLE-01, S-APPLE-03, S-APPLE-04, S-APPLE-05, S-APPLE-06, S-APPLE-09, S-APPLE-11, S-APPLE-12, S-COMPOSE-09: session in the click, validated, paid", async () => {
    await inShop({ method: "applePayButton" }, async (page, sent) => {
      await page.waitForSelector(APPLE);
      const look = await page.$eval(
        APPLE,
        (button) => ["type", "buttonstyle", "locale"].map((name) => button.getAttribute(name)),
      );
      assertEquals(look, ["buy", "black", "en-GB"]);
      await makeAppleClickable(page);
      await page.click(APPLE);
      await waitForEvent(page, "onSuccess");
      const seen = await calls(page);
      assertEquals(seen.map(([name]) => name), ["session", "begin", "completeMerchantValidation", "completePayment"]);
      assertEquals(seen[0]?.[1], 3);
      assertMatch(JSON.stringify(seen[0]?.[2]), /"countryCode":"US".*"type":"final","amount":"1.00"/);
      assertEquals(typeof Reflect.get(Object(seen[2]?.[1]), "merchantSessionIdentifier"), "string");
      assertEquals(seen[3]?.[1], { status: 0 });
      const session = sent.find(({ url }) => url.endsWith("/session"))?.body ?? "";
      assertEquals(JSON.parse(session), {
        integrationType: "api",
        paymentMethodCode: "applePay",
        amount: { value: "1.00", currency: "USD" },
        meta: {
          sessionURL: "https://apple-pay-gateway.apple.com/paymentservices/startSession",
          clientContext: { host: new URL(merchant.origin).hostname },
        },
      });
      assertMatch(authorizeBody(sent), /\\"paymentNetwork\\":\\"Visa\\",\\"paymentInstrumentName\\":\\"Visa 4242\\"/);
    });
  });

  it("R22, S-APPLE-08: a sheet that the browser refuses to open is one failure, the next press pays, and two presses are one payment", async () => {
    await inShop({ method: "applePayButton", shopper: "has a sheet open" }, async (page, sent) => {
      await page.waitForSelector(APPLE);
      await makeAppleClickable(page);
      await page.click(APPLE);
      await waitForEvent(page, "onFailed");
      assertEquals([(await seenEvents(page)).map(([name]) => name), authorizeBody(sent)], [["onFailed"], ""]);
      await page.evaluate(`window.shopper = "pays"; seen.length = 0`);
      await page.click(APPLE, { count: 2 });
      await waitForEvent(page, "onSuccess");
      assertEquals((await seenEvents(page)).map(([name]) => name), ["onSuccess"]);
      assertEquals(sent.filter(({ url }) => url.endsWith("/authorize")).length, 1);
    });
  });

  it("S-APPLE-08, R22: cancelling the sheet, at once or later, fires failure once and sends nothing", async () => {
    for (const shopper of ["cancels", "cancels later"]) {
      await inShop({ method: "applePayButton", shopper }, async (page, sent) => {
        await page.waitForSelector(APPLE);
        await makeAppleClickable(page);
        await page.click(APPLE);
        assertMatch(JSON.stringify(await waitForEvent(page, "onFailed")), /USER_CANCELLED/);
        assertEquals([authorizeBody(sent), (await seenEvents(page)).length], ["", 1]);
      });
    }
  });

  it("a merchant's refusal while the sheet is open closes it, and nothing is sent", async () => {
    const events = "{ onButtonClicked: () => Promise.resolve(false) }";
    await inShop({ method: "applePayButton", events }, async (page, sent) => {
      await page.waitForSelector(APPLE);
      await makeAppleClickable(page);
      await page.click(APPLE);
      assertMatch(JSON.stringify(await waitForEvent(page, "onFailed")), /VALIDATION_FAILED/);
      assertEquals((await calls(page)).map(([name]) => name), ["session", "begin", "abort"]);
      assertEquals(sent.filter(({ url }) => /session$|authorize$/.test(url)), []);
    });
  });

  it("S-PAYPAL-01, S-PAYPAL-09, S-PAYPAL-10, S-PAYPAL-15, S-CONFIRM-01: an order is made, approved and confirmed", async () => {
    await inShop({ method: "paypalButton", isAlone: true }, async (page, sent) => {
      await press(page, PAYPAL);
      await waitForEvent(page, "onSuccess");
      const [, src, namespace] = await call(page, "script") ?? [];
      const params = new URL(String(src)).searchParams;
      assertEquals([params.get("components"), params.get("intent"), params.get("vault"), namespace], [
        "buttons,funding-eligibility",
        "authorize",
        "false",
        "payrailsPaypal",
      ]);
      const [, style, makers] = await call(page, "render") ?? [];
      assertEquals([style, makers], [
        { color: "gold", height: 40, shape: "rect", label: "paypal", tagline: false },
        ["createOrder"],
      ]);
      const [, order] = await call(page, "order") ?? [];
      const confirm = sent.find(({ url }) => url.endsWith("/confirm"))?.body ?? "";
      assertEquals(JSON.parse(confirm), { data: { tokenId: order } });
    });
  });

  it("S-PAYPAL-02, S-PAYPAL-07, S-PAYPAL-08: saving renders the button again as a billing agreement", async () => {
    const events = `{ onSaveInstrumentCheckboxChanged: record("saves") }`;
    await inShop({ method: "paypalButton", events, isAlone: true }, async (page, sent) => {
      await page.waitForSelector(PAYPAL);
      await page.click("#payrails-paypal-button-wrapper input[type=checkbox]");
      assertEquals(await waitForEvent(page, "saves"), { checked: true });
      await page.waitForFunction("walletCalls.filter(([name]) => name === 'render').length === 2");
      const renders = (await calls(page)).filter(([name]) => name === "render").map(([, , makers]) => makers);
      assertEquals(renders, [["createOrder"], ["createBillingAgreement"]]);
      const src = (await calls(page)).filter(([name]) => name === "script").at(-1)?.[1];
      assertMatch(String(src), /intent=tokenize&vault=true/);
      await press(page, PAYPAL);
      await waitForEvent(page, "onSuccess");
      assertMatch(authorizeBody(sent), /"storeInstrument":true/);
    });
  });

  it("S-PAYPAL-12: cancel and error end the session and fail, once each", async () => {
    for (const [shopper, code] of [["cancels", "USER_CANCELLED"], ["breaks", "UNKNOWN_ERROR"]] as const) {
      await inShop({ method: "paypalButton", shopper }, async (page, sent) => {
        await press(page, PAYPAL);
        assertMatch(JSON.stringify(await waitForEvent(page, "onFailed")), new RegExp(code));
        assertEquals((await seenEvents(page)).map(([name]) => name), ["onPaymentSessionExpired", "onFailed"]);
        assertEquals(sent.filter(({ url }) => url.endsWith("/confirm")), []);
      });
    }
  });

  it("S-PAYPAL-13, S-PAYPAL-14: the merchant's callback checks the address, and its refusal reaches PayPal", async () => {
    const events = "{ onDeliveryAddressChanged: ({ countryCode }) => countryCode !== 'DE' }";
    await inShop({ method: "paypalButton", events }, async (page) => {
      await press(page, PAYPAL);
      await page.waitForFunction("walletCalls.some(([name]) => name === 'address refused')");
    });
  });

  it("S-ERR-14: a blocked script is logged in the console and does not affect other methods", async () => {
    const options = { translations: { paypalButton: { labels: { saveInstrument: "Keep my account" } } } };
    await inShop({ method: "dropin", without: FAKE_WALLET_SCRIPTS.googlePay, options }, async (page) => {
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      await press(page, "[data-testid=dropin-item-label-googlePay]");
      await page.waitForSelector(".payrails-frame-failed button");
      assert(logged.some((text) => text.includes("payrails:client:google_pay.loading")), logged.join());
      await press(page, "[data-testid=dropin-item-label-payPal]");
      const words = await page.waitForSelector("#payrails-paypal-button-wrapper label");
      assertEquals(await words?.evaluate((label) => label.textContent), "Keep my account");
      await press(page, PAYPAL);
      await waitForEvent(page, "onSuccess");
      assertEquals(
        await page.$eval("#payrails-authorization-success", (text) => text.textContent),
        "Payment successful",
      );
    });
  });

  it("isGooglePayAvailable and isApplePayAvailable return what the scripts report", async () => {
    for (const [shopper, expected] of [["pays", true], ["has none", false]] as const) {
      await inShop({ method: "paypalButton", shopper }, async (page) => {
        const found = await page.evaluate(
          "Promise.all([client.isGooglePayAvailable({}), client.isApplePayAvailable()])",
        );
        assertEquals(found, [expected, expected]);
      });
    }
  });
});

function asCalls(value: unknown): readonly (readonly unknown[])[] {
  return value as readonly (readonly unknown[])[];
}
