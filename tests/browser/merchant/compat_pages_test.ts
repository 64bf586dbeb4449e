/** Pages and back ends written for the published client keep working (docs/decisions/sdk/published-5x-programs.md). */
import type { Browser, Page } from "puppeteer";
import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { RunningApp } from "../../support/app/app.ts";
import { cardFrame } from "../../support/frames.ts";
import { type MerchantPage, seenEvents, typeCard, waitForEvent } from "../../support/merchant/merchant_page.ts";
import { parseInit, payByCard } from "../../support/payments/pay_by_card.ts";
import { SharedPage } from "../../support/merchant/shared_page.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";

const GOOD = "4242424242424242";
const DECLINED = "4000000000009995";
const PAY = "#payrails-card-payment-button:not([disabled])";

describe("pages written for the published client", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  const shared = new SharedPage();

  async function inShop(use: (page: Page) => Promise<void>) {
    await shared.visit(browser, async (page) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.goto(merchant.origin);
      await use(page);
      assertEquals(errors, []);
    });
  }

  it("a drop-in created twice in one element, which is emptied in between and after, leaves one that pays", async () => {
    await inShop(async (page) => {
      await page.evaluate(`
        window.make = () => Payrails.init(${JSON.stringify(await merchant.init())}).dropin({
          events: { onSuccess: () => { seen.push(["onSuccess"]); } },
        }).mount("#card");
        make(); make();
        document.querySelector("#card").replaceChildren();
        make();`);
      await page.waitForSelector("#payrails-dropin-component");
      await page.evaluate(`document.querySelector("#card").replaceChildren(); make(); make();`);
      await page.waitForSelector("#payrails-dropin-component");
      await page.click('[data-testid="dropin-item-label-card"]');
      await typeCard(await cardFrame(page), { number: GOOD });
      assertEquals((await page.$$("#payrails-dropin-component")).length, 1);
      await page.waitForSelector(PAY);
      await page.click(PAY);
      await waitForEvent(page, "onSuccess");
      assertEquals((await seenEvents(page)).length, 1);
    });
  });

  it("accepts unknown options, callbacks that return a promise, nothing, or throw, and a restyled button", async () => {
    const page = await browser.newPage();
    try {
      await page.goto(merchant.origin);
      await page.evaluate(`
        window.client = Payrails.init(${JSON.stringify(await merchant.init())}, { future: true });
        client.cardForm({ cards: { showCardHolderName: true }, events: {
          onChange: async () => {}, onReady: () => { throw new Error("the shop's own"); },
        } }).mount("card");
        client.paymentButton({ events: {
          onButtonClicked: () => new Promise((resolve) => setTimeout(resolve, 10, true)),
          onSuccess: () => { seen.push(["onSuccess"]); throw new Error("after the payment"); },
        } }).mount(document.querySelector("#pay"));
        document.querySelector("#pay button").className = "shop-button";`);
      await typeCard(await cardFrame(page), { number: GOOD });
      await page.waitForSelector("#pay .shop-button:not([disabled])");
      await page.click("#pay .shop-button");
      await waitForEvent(page, "onSuccess");
      await page.waitForSelector("#pay .shop-button:not(.loading)");
    } finally {
      await page.close();
    }
  });

  it("all buttons of one page mount, each with its configuration in the session", async () => {
    await inShop(async (page) => {
      await page.evaluate(`
        document.querySelector("#pay").replaceChildren(
          ...["g", "a", "p", "r", "c"].map((id) => Object.assign(document.createElement("div"), { id })),
        );
        window.client = Payrails.init(${JSON.stringify(await merchant.init())}, { environment: "TEST" });
        client.googlePayButton().mount("#g"); client.applePayButton().mount("#a"); client.paypalButton().mount("#p");
        client.genericRedirectButton({ paymentMethod: { paymentMethodCode: "pix" } }).mount("#r");
        client.paymentButton({ disabledByDefault: false }).mount("#c");`);
      for (const id of ["g", "a", "p", "r", "c"]) {
        await page.waitForFunction(`document.querySelector("#${id}").innerHTML !== ""`);
      }
      const codes = await page.evaluate("client.getAvailablePaymentMethods()");
      assertEquals(codes, ["card", "googlePay", "applePay", "payPal", "pix", "mercadoPago"]);
    });
  });

  describe("the answers they rely on", () => {
    const session = async () => parseInit(await merchant.init());
    const call = (url: string, token: string, request: RequestInit = {}) =>
      fetch(url, {
        ...request,
        headers: {
          authorization: `Bearer ${token}`,
          "x-idempotency-key": crypto.randomUUID(),
          origin: merchant.origin,
          ...request.headers,
        },
      });

    it("init data is base64 of ASCII, BIN look-up is a link or absent, options have their integration type", async () => {
      const init = await merchant.init({ meta: { customer: { name: "Zoë 李" } } });
      assertMatch(atob(init.data), /^[\x20-\x7e]*$/);
      const { links, execution } = parseInit(init);
      assert(links.binLookup === undefined || "href" in links.binLookup);
      const options = execution.initialResults[0]?.body.data?.paymentCompositionOptions ?? [];
      const types = Object.fromEntries(options.map((option) => [option.paymentMethodCode, option.integrationType]));
      assertEquals([types.card, types.pix, types.mercadoPago], ["api", "hpp", "hpp"]);
    });

    it("bodies without a content type are read; a decline's reason is in its status; times grow", async () => {
      const { execution } = await payByCard({ initResponse: await merchant.init(), card: { cardNumber: DECLINED } });
      const failed = execution.status.find(({ code }) => code === "authorizeFailed");
      assertEquals(failed?.errors?.[0]?.reason.result, "InsufficientBalance");
      const times = execution.status.map(({ time }) => Date.parse(time));
      assert(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0)), String(times));
    });

    it("answers are JSON and readable for the merchant's origin, including errors and deletions; preflights are cached", async () => {
      const { token, execution, links } = await session();
      const href = links.instrumentDelete?.href.replace(":instrumentId", crypto.randomUUID()) ?? "";
      const answers = [
        await call(execution.links.self, token),
        await call(execution.links.self, "wrong"),
        await call(href, token, { method: "DELETE" }),
      ];
      assertEquals(answers.map(({ status }) => status), [200, 401, 404]);
      for (const answer of answers) {
        assertEquals(answer.headers.get("access-control-allow-origin"), merchant.origin);
        assertEquals(answer.headers.get("access-control-expose-headers"), "x-request-id");
        assertEquals(typeof await answer.json(), "object");
      }
      const preflight = await fetch(execution.links.self, {
        method: "OPTIONS",
        headers: {
          origin: merchant.origin,
          "access-control-request-method": "PATCH",
          "access-control-request-headers":
            "authorization,content-type,x-idempotency-key,x-client-version,x-client-type",
        },
      });
      await preflight.body?.cancel();
      assert(Number(preflight.headers.get("access-control-max-age")) > 0);
      for (const verb of ["GET", "POST", "PATCH", "DELETE"]) {
        assert(preflight.headers.get("access-control-allow-methods")?.includes(verb), verb);
      }
    });

    it("accepts order lines that do not add up, result pages without a scheme and a missing workspace", async () => {
      const init = await merchant.init({
        meta: {
          order: {
            reference: "1",
            lines: [{ id: "a", name: "a", quantity: 1, unitPrice: { value: "9.99", currency: "USD" } }],
          },
        },
      });
      await inShop(async (page) => {
        const frame = await merchant.checkout(page, {
          init,
          initOptions: { returnInfo: { success: "shop.example/success" } },
        });
        await typeCard(frame, { number: GOOD });
        await page.waitForSelector(PAY);
        await page.click(PAY);
        await waitForEvent(page, "onSuccess");
      });
    });

    it("the merchant may frame the issuer page, and no page it opens loses its opener", async () => {
      const page = await fetch(`${app.frameOrigin}/challenge/${crypto.randomUUID()}`);
      await page.body?.cancel();
      assertFalse(page.headers.get("cross-origin-opener-policy")?.includes("same-origin") ?? false);
    });
  });
});
