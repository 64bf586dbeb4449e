/**
 * One execution is paid once: fifty clicks, a wallet beside the card, two tabs, two clients, returning, mounting twice.
 */
import type { Browser, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { RunningApp } from "../../support/app/app.ts";
import { cardFrame } from "../../support/frames.ts";
import { type MerchantPage, seenEvents, untilCleared, waitForEvent } from "../../support/merchant/merchant_page.ts";
import { checkoutVisits } from "../../support/payments/checkout_visits.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import {
  atCheckout,
  type CheckoutPage,
  fillCard,
  INTEGRATIONS,
  openCheckout,
  PAY_BUTTON,
} from "../../support/merchant/checkout_page.ts";

const GOOD = "4242424242424242";
const GOOGLE = "[data-testid=payrails-google-pay-button] button";

describe("one payment", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture({ isWhole: true }));
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  const atShop = (options: Parameters<typeof atCheckout>[1], use: (checkout: CheckoutPage) => Promise<void>) =>
    atCheckout({ browser, merchant }, options, use);
  const visits = checkoutVisits(() => ({ browser, merchant }));
  const charges = async (executionId: string) =>
    (await merchant.execution(executionId)).status.filter(({ code }) => code === "authorizeRequested").length;
  const finals = async (page: Page) =>
    (await seenEvents(page)).map(([name]) => name).filter((name) => /^on(Success|Failed|Pending)$/.test(name));

  for (const integration of INTEGRATIONS) {
    it(`fifty clicks and Enter in the ${integration} make one authorize call`, async () => {
      await visits.visit({ integration }, async (checkout) => {
        const frame = await checkout.fill(GOOD);
        await checkout.page.waitForSelector(`${PAY_BUTTON}:not([disabled])`);
        await frame.focus("#CVV");
        await checkout.page.keyboard.press("Enter");
        await checkout.page.evaluate(
          `for (let click = 0; click < 50; click++) document.querySelector("${PAY_BUTTON}").click()`,
        );
        assertEquals((await checkout.final()).name, "onSuccess");
        assertEquals([checkout.authorizes().length, await charges(checkout.executionId)], [1, 1]);
      });
    });
  }

  for (const [first, second] of [[PAY_BUTTON, GOOGLE], [GOOGLE, PAY_BUTTON]] as const) {
    it(`${first === GOOGLE ? "Google Pay, then card" : "card, then Google Pay"} at the same time: one authorize`, async () => {
      await visits.visit({ integration: "elements" }, async (checkout) => {
        const { page } = checkout;
        await page.evaluate(`client.googlePayButton({ events: payEvents }).mount("#below")`);
        await checkout.fill(GOOD);
        await page.waitForSelector(GOOGLE);
        await page.waitForSelector(`${PAY_BUTTON}:not([disabled])`);
        await page.evaluate(
          `for (const each of ["${first}", "${second}", "${first}"]) document.querySelector(each).click()`,
        );
        if (first === GOOGLE) await (await page.waitForSelector("[data-testid=wallet-approve]"))?.click();
        assertEquals((await checkout.final()).name, "onSuccess");
        assertEquals([checkout.authorizes().length, await charges(checkout.executionId)], [1, 1]);
        assertEquals(await page.$("dialog"), null);
      });
    });
  }

  it("R7: two tabs of one session pay at the same time: one charge, and both show the outcome", async () => {
    const init = await merchant.init();
    const expected = /409|Failed to load resource/;
    await atShop({ integration: "dropin", init, expected }, async (checkout) => {
      // A window, not a tab: a hidden tab renders nothing and receives no click.
      const page = await browser.newPage({ type: "window" });
      const other = await openCheckout(page, merchant, { integration: "elements", init });
      await checkout.fill(GOOD);
      await other.fill("5555555555554444");
      await Promise.all([checkout, other].map(({ page }) => page.waitForSelector(`${PAY_BUTTON}:not([disabled])`)));
      await Promise.all(
        [checkout, other].map(({ page }) => page.evaluate(`document.querySelector("${PAY_BUTTON}").click()`)),
      );
      assertEquals([(await checkout.final()).name, (await other.final()).name], ["onSuccess", "onSuccess"]);
      assertEquals(await charges(checkout.executionId), 1);
      await page.close();
    });
  });

  it("two clients of one session on one page make one payment", async () => {
    const init = await merchant.init();
    await atShop({ integration: "dropin", init }, async (checkout) => {
      const { page } = checkout;
      await page.evaluate(`{
        const second = Payrails.init(${JSON.stringify(init)});
        second.cardForm().mount("#below");
        const place = document.body.appendChild(document.createElement("div"));
        place.id = "second";
        second.paymentButton({ events: newsOf(["onSuccess"]) }).mount(place);
      }`);
      await page.click("[data-testid=dropin-item-label-card]");
      for (const place of ["#card", "#below"]) {
        await fillCard(await cardFrame(page, "#CVV", place), GOOD);
      }
      for (const place of ["#card", "#second"]) await page.waitForSelector(`${place} ${PAY_BUTTON}:not([disabled])`);
      await page.evaluate(`for (const button of document.querySelectorAll("${PAY_BUTTON}")) button.click()`);
      assertEquals((await checkout.final()).name, "onSuccess");
      assertEquals([checkout.authorizes().length, await charges(checkout.executionId)], [1, 1]);
    });
  });

  it("clients of two sessions pay side by side, each its own amount", async () => {
    await atShop({ integration: "elements", initRequest: { value: "1.00" } }, async (checkout) => {
      const { page } = checkout;
      const other = await merchant.init({ value: "25.00" });
      await page.evaluate(`{
        window.other = Payrails.init(${JSON.stringify(other)});
        other.update({ value: "25.00", currency: "USD" });
        other.dropin({ events: newsOf(["onSuccess", "onFailed"]) }).mount("#below");
      }`);
      await (await page.waitForSelector("#below [data-testid=dropin-item-label-card]"))?.click();
      for (const place of ["#card", "#below"]) {
        await fillCard(await cardFrame(page, "#CVV", place), GOOD);
      }
      for (const place of ["#pay", "#below"]) await page.waitForSelector(`${place} ${PAY_BUTTON}:not([disabled])`);
      await page.evaluate(`for (const button of document.querySelectorAll("${PAY_BUTTON}")) button.click()`);
      await page.waitForFunction("seen.filter(([name]) => name === 'onSuccess').length === 2");
      const sums = checkout.sent.filter(({ url }) => url.endsWith("/authorize")).map(({ body }) =>
        /"value":"([\d.]+)"/.exec(body)?.[1]
      ).toSorted();
      assertEquals(sums, ["1.00", "25.00"]);
      assertEquals(await page.evaluate("client.query('amount').value"), "1.00");
    });
  });

  it("the back button restores a usable checkout, which knows about the pending payment and does not charge twice", async () => {
    const key = crypto.randomUUID();
    const expected = /status of 40[49]/;
    await atShop({ integration: "dropin", init: await merchant.init({ key }), expected }, async (checkout) => {
      const { page } = checkout;
      await page.click("[data-testid=dropin-item-label-mercadoPago]");
      const leave = await page.waitForSelector("#payrails-generic-redirect-mercadoPago");
      await Promise.all([page.waitForNavigation(), leave?.click()]);
      assert(page.url().startsWith(app.frameOrigin));
      await page.goBack();
      assertEquals((await checkout.final()).name, "onPending");
      // The page as it was left, and also after loading it again.
      const init = JSON.stringify(await merchant.init({ key }));
      const outcome = await page.evaluate(`(window.client = Payrails.init(${init})).resume().then(({ type }) => type)`);
      assertEquals(outcome, "pending");
      await page.evaluate(`client.cardForm().mount("#card");
        client.paymentButton({ events: newsOf(["onSuccess", "onFailed", "onPending"]) }).mount("#pay")`);
      await fillCard(await cardFrame(page), GOOD);
      await (await page.waitForSelector(`${PAY_BUTTON}:not([disabled])`))?.click();
      // The card was never sent, because the other payment is pending: the page reports that and no failure.
      await page.waitForFunction("seen.filter(([name]) => name === 'onPending').length === 2");
      assertMatch(JSON.stringify((await seenEvents(page)).at(-1)), /"reason":"page_closed"/);
      assertEquals([await finals(page), await charges(checkout.executionId)], [["onPending", "onPending"], 1]);
      await page.waitForSelector(`${PAY_BUTTON}:not([disabled])`);
    });
  });

  it("mounted twice, in one place and in another, and unmounted in between, it appears once and pays once", async () => {
    await visits.visit({ integration: "dropin" }, async (checkout) => {
      const { page } = checkout;
      await page.evaluate(`{ dropin.mount("#card"); dropin.mount("#pay"); dropin.unmount(); dropin.mount("#card"); }
        dropin.mount("#card").ready.then(() => undefined)`);
      assertEquals((await page.$$("#payrails-dropin-component")).length, 1);
      await checkout.fill(GOOD);
      await checkout.pay();
      assertEquals((await checkout.final()).name, "onSuccess");
      assertEquals([checkout.authorizes().length, await charges(checkout.executionId)], [1, 1]);
    });
  });

  it("StrictMode: a client that is created, destroyed and created again leaves one checkout that pays once", async () => {
    const init = await merchant.init();
    await visits.visit({ integration: "dropin", init }, async (checkout) => {
      const { page } = checkout;
      await page.evaluate(`(async () => {
        client.destroy();
        window.client = Payrails.init(${JSON.stringify(init)});
        await client.dropin({ events: payEvents }).mount("#card").ready;
      })()`);
      assertEquals((await page.$$("#payrails-dropin-component")).length, 1);
      await checkout.fill(GOOD);
      await checkout.pay();
      assertEquals((await checkout.final()).name, "onSuccess");
      assertEquals(checkout.authorizes().length, 1);
    });
  });

  it("a button removed during onRequestStart still pays; a client destroyed there charges nothing and blocks no other", async () => {
    const init = await merchant.init();
    await visits.visit({ integration: "elements", init }, async (checkout) => {
      const { page } = checkout;
      const makeAgain = `client.destroy();
        window.client = Payrails.init(${JSON.stringify(init)});
        window.form = client.cardForm().mount("#card");
        window.button = client.paymentButton({ events: payEvents }).mount("#pay"); undefined`;
      for (const answer of ["true", "new Promise(() => {})"]) {
        await page.evaluate(
          `payEvents.onRequestStart = () => { seen.push(["left"]); client.destroy(); return ${answer}; }`,
        );
        await checkout.fill(GOOD);
        await checkout.pay();
        await waitForEvent(page, "left");
        await page.evaluate(`seen.length = 0; ${makeAgain}`);
      }
      await page.evaluate(`payEvents.onRequestStart = () => { button.unmount(); return true; }`);
      await checkout.fill(GOOD);
      assertEquals(await charges(checkout.executionId), 0);
      await page.waitForSelector(`${PAY_BUTTON}:not([disabled])`);
      await page.click(PAY_BUTTON);
      await waitForEvent(page, "onSuccess");
      assertEquals([checkout.authorizes().length, await charges(checkout.executionId)], [1, 1]);
      await untilCleared(await cardFrame(page));
      await checkout.fill(GOOD);
      await page.evaluate("button.mount('#pay'); seen.length = 0; undefined");
      await page.waitForSelector(`${PAY_BUTTON}:not([disabled])`);
      const codes = await page.evaluate(`(async () => {
        client.destroy();
        const code = (act) => Promise.resolve().then(act).then(String, (error) => error.code);
        return [await code(() => form.mount("#card")), await code(() => client.resume())];
      })()`);
      assertEquals(codes, ["payrails:client:destroyed", "payrails:client:destroyed"]);
      // It was enabled when the form was filled in, and its removal is not reported to the merchant.
      assertEquals((await seenEvents(page)).filter(([, state]) => state === "disabled"), []);
      assertEquals(await page.$("iframe"), null);
    });
  });

  it("destroying during the challenge leaves nothing in the page and reports nothing", async () => {
    await visits.visit({ integration: "elements" }, async (checkout) => {
      const { page } = checkout;
      await checkout.fill("4000002500003155");
      await checkout.pay();
      await checkout.popupPage();
      await page.evaluate("client.destroy()");
      assertEquals(await page.$("dialog, iframe, #payrails-popup, .payrails-button"), null);
      const asked = checkout.polls().length;
      await new Promise((resolve) => setTimeout(resolve, 500));
      assertEquals([await finals(page), checkout.polls().length - asked <= 1], [[], true]);
      assertMatch(
        String(await page.evaluate(`(() => { try { client.cardForm(); } catch (error) { return error.code; } })()`)),
        /destroyed/,
      );
    });
  });
});
