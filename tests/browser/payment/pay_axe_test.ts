/** axe on the checkout in every state that a shopper can reach: light, dark, forced colours and Arabic. */
import type { Browser, CDPSession, Frame, Page } from "puppeteer";
import { assertEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { LOOK_RULES, violations } from "../../support/screens/axe.ts";
import { cardFrame } from "../../support/frames.ts";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import { launchBrowser } from "../../support/browser.ts";
import { type MerchantPage, openStrictMerchantPage } from "../../support/merchant/merchant_page.ts";
import { closeMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import { checkoutVisits } from "../../support/payments/checkout_visits.ts";
import { type CheckoutPage, fillCard, PAY_BUTTON } from "../../support/merchant/checkout_page.ts";

const METHODS = ["payPal", "googlePay", "applePay", "pix", "mercadoPago"] as const;
/** Calls are held in the page until released, so that a busy checkout stays busy during the check. */
const GATE = `{ const real = fetch;
  window.held = undefined;
  window.fetch = async (...call) => { await window.held; return await real(...call); }; }`;

interface Mode {
  readonly name: string;
  readonly media: readonly { readonly name: string; readonly value: string }[];
  readonly initOptions?: string;
}
const MODES: readonly Mode[] = [
  { name: "light", media: [{ name: "prefers-color-scheme", value: "light" }] },
  { name: "dark", media: [{ name: "prefers-color-scheme", value: "dark" }] },
  { name: "forced colours", media: [{ name: "forced-colors", value: "active" }] },
  { name: "Arabic", media: [], initOptions: `{ locale: "ar" }` },
];

/** Frames are checked as a part of the page around them. */
const RULES_OF_WHOLE_PAGES = ["landmark-one-main", "page-has-heading-one", "region"];

describe("checkout and axe", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    app = await startApp();
    merchant = await openStrictMerchantPage(app);
    // Media features are set per process, so page and frames must share one.
    browser = await launchBrowser();
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  async function findings(place: Page | Frame, { media }: Mode): Promise<readonly string[]> {
    const [feature] = media;
    const isSet = feature === undefined ||
      await place.evaluate(`matchMedia("(${feature.name}: ${feature.value})").matches`);
    assertEquals(isSet, true, JSON.stringify(media));
    // What is not about colours is the same in light.
    if (feature !== undefined && feature.value !== "light") return await violations(place, { only: LOOK_RULES });
    return await violations(place, { without: "mainFrame" in place ? [] : RULES_OF_WHOLE_PAGES });
  }

  const visits = checkoutVisits(() => ({ browser, merchant }), { before: GATE });
  let cdp: CDPSession | undefined;

  async function inMode(
    mode: Mode,
    use: (checkout: CheckoutPage, look: (state: string, place?: Frame) => Promise<void>) => Promise<void>,
  ) {
    const dropin = {
      paymentMethodsConfiguration: { cards: { disablePaymentButton: false, showAddressSelector: false } },
    };
    const { initOptions = "{}" } = mode;
    await visits.visit(
      { integration: "dropin", dropin, initOptions },
      async (checkout) => {
        cdp ??= await checkout.page.createCDPSession();
        await cdp.send("Emulation.setEmulatedMedia", { features: [...mode.media] });
        await use(checkout, async (state, place: Page | Frame = checkout.page) => {
          assertEquals(await findings(place, mode), [], `${mode.name}, ${state}`);
        });
      },
    );
  }

  for (const mode of MODES) {
    it(`every state in ${mode.name}: list, each method, card empty to filled, busy, failed, challenge, success`, async () => {
      await inMode(mode, async (checkout, look) => {
        const { page } = checkout;
        await look("nothing chosen");
        for (const code of METHODS) {
          await page.click(`[data-testid=dropin-item-label-${code}]`);
          await page.waitForSelector(
            `[data-testid=dropin-item-${code}] .payrails-dropin-panel :is(button, apple-pay-button)`,
          );
          await look(`${code} open`);
        }
        await page.click("[data-testid=dropin-item-label-card]");
        const frame = await cardFrame(page);
        await look("card open");
        await look("empty", frame);
        await frame.focus("#CARD_NUMBER");
        await look("focused", frame);
        await page.click(PAY_BUTTON);
        await frame.waitForSelector("[aria-invalid=true]");
        await look("invalid", frame);
        await fillCard(frame, "4035501000000008");
        await page.waitForSelector(".payrails-schemes p:not(:empty)");
        await look("a card of two brands");
        await fillCard(frame, "4000000000000002");
        await page.waitForFunction("document.querySelector('.payrails-schemes') === null");
        await look("filled", frame);
        await page.evaluate("window.held = new Promise((go) => window.letGo = go); undefined");
        await checkout.pay();
        await page.waitForSelector("#payrails-dropin-loader");
        await look("busy");
        await page.evaluate("letGo()");
        assertEquals((await checkout.final()).name, "onFailed");
        await look("failed", frame);
        await fillCard(frame, "4000002500003155");
        await checkout.pay();
        const issuer = await checkout.popupPage();
        await look("the issuer's challenge");
        await look("the issuer's page", issuer);
        await checkout.choose("approve");
        assertEquals((await checkout.final()).name, "onSuccess");
        await look("success");
      });
    });

    it(`pending in ${mode.name}`, async () => {
      await inMode(mode, async (checkout, look) => {
        await checkout.fill("4000000000000077");
        await checkout.pay();
        assertEquals((await checkout.final()).name, "onPending");
        await look("pending");
      });
    });
  }
});
