/** Hosted payment pages in a real browser: the whole page, a new tab, the Pix popup, and the return. */
import type { Browser, HTTPRequest, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { InitResponse } from "../../../sdk/wire/config.ts";
import type { RunningApp } from "../../support/app/app.ts";
import { answerChallenge, cardFrame, challengeFrame } from "../../support/frames.ts";
import { type MerchantPage, seenEvents, typeCard, waitForEvent } from "../../support/merchant/merchant_page.ts";
import { checkoutVisits } from "../../support/payments/checkout_visits.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import {
  atCheckout,
  type CheckoutPage,
  type CheckoutPageOptions,
  fastTimers,
  SPEED_UP,
} from "../../support/merchant/checkout_page.ts";

const EVENTS = `Object.fromEntries(["onSuccess", "onFailed", "onPending"]
  .map((name) => [name, (...args) => { seen.push([name, ...JSON.parse(JSON.stringify(args))]); }]))`;
const MERCADO = "#payrails-generic-redirect-mercadoPago";
/** Longer than a call takes on a busy machine; calls have a deadline of 30 s too. */
const CUT_MS = 1500;
const PIX = "#payrails-generic-redirect-pix";

describe("hosted pages in a browser", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture({ isWhole: true }));
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  async function newPage(): Promise<Page> {
    const page = await browser.newPage();
    await page.evaluateOnNewDocument(fastTimers(SPEED_UP));
    return page;
  }

  async function open(page: Page, init: InitResponse, options: object = {}) {
    await page.goto(merchant.origin);
    await page.evaluate(`
      window.client = Payrails.init(${JSON.stringify(init)});
      client.genericRedirectButton({ ...${JSON.stringify(options)}, events: ${EVENTS} }).mount("#pay");`);
    await page.waitForSelector("#pay button");
  }

  async function inShop(options: object, use: (page: Page, init: InitResponse) => Promise<void>) {
    const page = await newPage();
    try {
      const init = await merchant.init();
      await open(page, init, options);
      await use(page, init);
    } finally {
      await page.close();
    }
  }

  it("S-REDIRECT-01, S-REDIRECT-02, S-REDIRECT-03, S-REDIRECT-05: pays first, then leaves for Mercado Pago's page", async () => {
    await inShop({ returnInfo: { success: `${merchant.origin}/?paid` } }, async (page, init) => {
      assertEquals(await page.$eval(MERCADO, (button) => button.textContent), "Generic redirect");
      const bodies: string[] = [];
      page.on("request", (request) => request.url().endsWith("/authorize") && bodies.push(request.postData() ?? ""));
      await Promise.all([page.waitForNavigation(), page.click(MERCADO)]);
      assert(page.url().startsWith(app.frameOrigin), page.url());
      assertMatch(bodies.join(""), /"paymentMethodCode":"mercadoPago","integrationType":"hpp"/);
      const approve = await page.waitForSelector("[data-testid=approve]");
      await Promise.all([page.waitForNavigation(), approve?.click()]);
      await page.waitForFunction(`location.href.startsWith(${JSON.stringify(merchant.origin)})`);
      // The returning page asks the server; its address proves nothing.
      const kept = JSON.stringify(init);
      const resumed = (options: string) =>
        `Payrails.init(${kept}).resume(${options}).then(({ type, reason }) => [type, reason])`;
      assertEquals(await page.evaluate(resumed("")), ["not_started", "not_begun"]);
      assertEquals(await page.evaluate(resumed("{ mayHaveBegun: true }")), ["success", null]);
    });
  });

  it("S-PIX-01, S-REDIRECT-04: Pix opens in a popup of the window's size minus 50, and ends with the server's outcome", async () => {
    await inShop({ paymentMethod: { paymentMethodCode: "pix" } }, async (page) => {
      await page.setViewport({ width: 900, height: 700 });
      await page.click(PIX);
      await challengeFrame(page);
      assertEquals(await page.$eval("#payrails-popup", (popup) => Reflect.get(popup, "style").width), "854px");
      await answerChallenge(page);
      await waitForEvent(page, "onSuccess");
      assertEquals([await page.$("#payrails-popup"), page.url()], [null, `${merchant.origin}/`]);
    });
  });

  it("R19: a Pix popup that the shopper closes is pending, reported once; paid by phone later, the next press reports it", async () => {
    await atPix({}, async (checkout, press) => {
      const { page } = checkout;
      await press();
      const address = (await checkout.popupPage()).url();
      await page.keyboard.press("Escape");
      const { name, event } = await checkout.final();
      assertEquals([name, /"reason":"page_closed"/.test(event)], ["onPending", true]);
      await page.waitForSelector(`${PIX}:not([disabled])`);
      assertEquals(await page.$("#payrails-popup"), null);
      await decide(address, "approve");
      await press();
      await waitForEvent(page, "onSuccess");
    });
  });

  it("R19: the drop-in offers a closed Pix page again and another way, which gives Pix up, and a good card then pays", async () => {
    const page = await newPage();
    try {
      await page.goto(merchant.origin);
      await page.evaluate(`
        window.client = Payrails.init(${JSON.stringify(await merchant.init())}, { locale: "de" });
        client.dropin({ events: ${EVENTS} }).mount("#card");`);
      await page.locator("[data-testid=dropin-item-label-pix]").click();
      await page.locator(`${PIX}:not([disabled])`).click();
      await challengeFrame(page);
      await page.keyboard.press("Escape");
      const again = await page.waitForSelector("#payrails-open-again");
      assertEquals(
        await page.$eval("#payrails-dropin-component", (root) => root.textContent?.includes("nicht doppelt")),
        true,
      );
      assertEquals(await again?.evaluate((button) => button.textContent), "Noch einmal öffnen");

      // Another way: Pix is given up at the provider first, so that a good card pays at once.
      await page.click("#payrails-choose-other");
      await waitForEvent(page, "onFailed");
      await page.locator("[data-testid=dropin-item-label-card]").click();
      await typeCard(await cardFrame(page), { number: "4242424242424242" });
      await page.locator("#payrails-card-payment-button:not([disabled])").click();
      await waitForEvent(page, "onSuccess");
      const told = (await seenEvents(page)).map(([name, , event]) => [
        name,
        Reflect.get(Object(event), "reason") ?? Reflect.get(Object(event), "code"),
      ]);
      assertEquals(told, [["onPending", "page_closed"], ["onFailed", "USER_CANCELLED"], ["onSuccess", undefined]]);
    } finally {
      await page.close();
    }
  });

  it("R19: a closed Pix page that is opened again is the same payment, paid once", async () => {
    const page = await newPage();
    try {
      await page.goto(merchant.origin);
      const sent: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "POST" && request.url().endsWith("/authorize")) sent.push(request.url());
      });
      await page.evaluate(`
        window.client = Payrails.init(${JSON.stringify(await merchant.init())});
        client.dropin({ events: ${EVENTS} }).mount("#card");`);
      await page.locator("[data-testid=dropin-item-label-pix]").click();
      await page.locator(`${PIX}:not([disabled])`).click();
      const address = (await challengeFrame(page)).url();
      await page.keyboard.press("Escape");
      await page.locator("#payrails-open-again").click();
      assertEquals((await challengeFrame(page)).url(), address);
      await answerChallenge(page);
      await waitForEvent(page, "onSuccess");
      await page.waitForSelector("#payrails-authorization-success");
      assertEquals((await seenEvents(page)).map(([name]) => name), ["onPending", "onSuccess"]);
      assertEquals(sent.length, 1);
    } finally {
      await page.close();
    }
  });

  it("R19: back from the whole page, the drop-in offers to open it again or to pay in another way", async () => {
    await atCheckout({ browser, merchant }, { integration: "dropin", expected: /404/ }, async ({ page, final }) => {
      await page.locator("[data-testid=dropin-item-label-mercadoPago]").click();
      await Promise.all([page.waitForNavigation(), page.locator(`${MERCADO}:not([disabled])`).click()]);
      const address = page.url();
      await page.goBack();
      assertMatch((await final()).event, /"reason":"page_closed"/);
      await page.waitForSelector("#payrails-choose-other");
      await Promise.all([page.waitForNavigation(), page.locator("#payrails-open-again").click()]);
      assertEquals(page.url(), address);
    });
  });

  it("a new tab opens within the click, closes when paid, and the merchant's page is notified", async () => {
    await inShop({ openInNewTab: true }, async (page) => {
      const opened = new Promise<Page>((resolve) => page.once("popup", (tab) => tab !== null && resolve(tab)));
      await page.click(MERCADO);
      const tab = await opened;
      await (await tab.waitForSelector("[data-testid=approve]"))?.click();
      await waitForEvent(page, "onSuccess");
      assertEquals(page.url(), `${merchant.origin}/`);
    });
  });

  it("S-3DS-09: with redirectFor3DS the whole page opens the issuer page, and no popup", async () => {
    const page = await newPage();
    try {
      const init = await merchant.init();
      const frame = await merchant.checkout(page, { init, initOptions: { redirectFor3DS: true } });
      await typeCard(frame, { number: "4000002500003155" });
      await page.waitForSelector("#payrails-card-payment-button:not([disabled])");
      await Promise.all([page.waitForNavigation(), page.click("#payrails-card-payment-button")]);
      assert(page.url().startsWith(`${app.frameOrigin}/challenge/`), page.url());
      assertEquals(await page.$("#payrails-popup"), null);
    } finally {
      await page.close();
    }
  });

  it("a restyled button, callbacks that return nothing or a promise, and unknown options are accepted", async () => {
    const page = await newPage();
    try {
      await page.goto(merchant.origin);
      await page.evaluate(`
        window.client = Payrails.init(${JSON.stringify(await merchant.init())}, { unknown: { a: 1 } });
        client.cardForm({ cards: { x: 1 }, events: { onChange: () => undefined, onReady: () => Promise.resolve() } }).mount("#card");
        client.paymentButton({ events: { onSuccess: async () => { seen.push(["onSuccess"]); } } }).mount("#pay");
        document.querySelector("#pay button").className = "shop-button";`);
      await typeCard(await cardFrame(page), { number: "4242424242424242" });
      await page.waitForSelector("#pay button.shop-button:not([disabled])");
      await page.click("#pay button");
      await page.waitForSelector("#pay button.shop-button.loading");
      await waitForEvent(page, "onSuccess");
    } finally {
      await page.close();
    }
  });

  /** A checkout with the button of a hosted page; the wait of `longMs` is shortened. */
  async function atButton(
    { code, longMs = 0, options = {}, ...rest }: Partial<CheckoutPageOptions> & {
      readonly code: string;
      readonly longMs?: number;
      readonly options?: object;
    },
    use: (checkout: CheckoutPage, press: () => Promise<void>) => Promise<void>,
  ) {
    const expected = /generic_redirect|Failed to load|ERR_|favicon/;
    const before = longMs === 0 ? "" : cut(longMs);
    await atCheckout(
      { browser, merchant },
      { integration: "elements", before, expected, ...rest },
      (checkout) => useButton({ code, options }, checkout, use),
    );
  }
  async function useButton(
    { code, options = {} }: { readonly code: string; readonly options?: object },
    checkout: CheckoutPage,
    use: (checkout: CheckoutPage, press: () => Promise<void>) => Promise<void>,
  ) {
    const { page } = checkout;
    const button = { paymentMethod: { paymentMethodCode: code }, ...options };
    await page.evaluate(`form.unmount(); button.unmount();
        client.genericRedirectButton({ ...${JSON.stringify(button)}, events: payEvents }).mount("#pay")`);
    await page.waitForSelector("#pay button:not([disabled])");
    await use(checkout, () => page.click("#pay button"));
    await page.waitForSelector("#pay button:not([disabled])[aria-busy=false]");
  }
  /** A call's own deadline, set together with the call, is kept: shortened, it could expire on a busy machine. */
  function cut(longMs: number): string {
    return `{ const slow = setTimeout, real = fetch;
      let newest;
      window.setTimeout = (run, ms, ...more) => {
        if (ms !== ${longMs}) return slow(run, ms, ...more);
        const timer = newest = { isDeadline: false };
        queueMicrotask(() => newest = undefined);
        return slow(() => timer.isDeadline || run(...more), ${CUT_MS});
      };
      window.fetch = (...call) => {
        if (newest) newest.isDeadline = true;
        return real(...call);
      }; }`;
  }
  /** Pix leaves the page where it is, so one serves all. */
  const pixVisits = checkoutVisits(() => ({ browser, merchant }), { canFail: true, before: cut(20_000) });
  const atPix = (
    options: Pick<CheckoutPageOptions, "fault">,
    use: (checkout: CheckoutPage, press: () => Promise<void>) => Promise<void>,
  ) =>
    pixVisits.visit(
      { integration: "elements", expected: /generic_redirect|Failed to load|ERR_|favicon/, ...options },
      (checkout) => useButton({ code: "pix" }, checkout, use),
    );
  const decide = async (address: string, choice: "approve" | "decline") => {
    const phone = await browser.newPage({ type: "window" });
    await phone.goto(address);
    await Promise.all([phone.waitForNavigation(), phone.click(`[data-testid=${choice}]`)]);
    await phone.close();
  };

  it("S-REDIRECT-06: a page that does not navigate within 30 s ends as pending, reported once, with a usable button", async () => {
    // The browser does not navigate, as when the address is a download or has another handler.
    const fault = (request: HTTPRequest) =>
      request.isNavigationRequest() && request.url().includes("/challenge/") ? "ignored" as const : undefined;
    await atButton({ code: "mercadoPago", longMs: 30_000, fault }, async (checkout, press) => {
      const logged: string[] = [];
      checkout.page.on("console", (message) => logged.push(message.text()));
      await press();
      const { name, event } = await checkout.final();
      assertEquals([name, /"reason":"unconfirmed"/.test(event)], ["onPending", true]);
      assertEquals(checkout.page.url(), `${merchant.origin}/`);
      assertMatch(logged.join(), /generic_redirect\.not_left/);
    });
  });

  it("R19: back from the whole page, a press of the button opens the same page again, without a second payment", async () => {
    await atButton({ code: "mercadoPago" }, async (checkout, press) => {
      const { page } = checkout;
      await Promise.all([page.waitForNavigation(), press()]);
      const address = page.url();
      await page.goBack();
      assertMatch((await checkout.final()).event, /"reason":"page_closed"/);
      await page.waitForSelector("#pay button:not([disabled])");
      await Promise.all([page.waitForNavigation(), press()]);
      assertEquals([page.url(), checkout.authorizes().length], [address, 1]);
      await page.goBack();
    });
  });

  it("S-PIX-01, S-PIX-03, S-PIX-04: paid by phone while the popup shows its QR code: the popup closes by itself", async () => {
    for (const [choice, expected] of [["approve", "onSuccess"], ["decline", "onFailed"]] as const) {
      await atPix({}, async (checkout, press) => {
        await press();
        const hosted = await checkout.popupPage();
        const code = await hosted.$eval("svg[role=img]", (svg) => {
          const { width, height } = svg.getBoundingClientRect();
          return [svg.getAttribute("aria-label"), width >= 200 && width === height];
        });
        assertEquals(code, ["QR code with the address of this page", true]);
        await decide(hosted.url(), choice);
        assertEquals((await checkout.final()).name, expected);
        assertEquals(await checkout.page.$("#payrails-popup"), null);
        assertEquals(checkout.authorizes().length, 1);
      });
    }
  });

  it("S-PIX-02: the shopper does not pay for 750 s: the popup closes, the payment is pending and polling stops", async () => {
    await atButton({ code: "pix", longMs: 20_000, speedUp: 1000 }, async (checkout, press) => {
      const { page } = checkout;
      await press();
      await checkout.popupPage();
      // 366 polls with the same answer: the browser need not make them all.
      await page.evaluate(`{ const real = fetch; let known;
        window.asked = 0;
        window.fetch = async (url, options) => {
          if (options.method !== "GET") return real(url, options);
          asked += 1;
          known ??= await (await real(url, options)).text();
          return new Response(known);
        }; }`);
      const { name, event } = await checkout.final();
      assertEquals([name, /"reason":"unconfirmed"/.test(event), await page.$("#payrails-popup")], [
        "onPending",
        true,
        null,
      ]);
      // 365 plus those before the popup; the page's own first poll is in both counts.
      const asked = Number(await page.evaluate("asked")) + checkout.polls().length;
      assert(asked >= 366 && asked <= 372, String(asked));
    });
  });

  it("R19: a Pix popup closed while the server does not answer is pending, not cancelled", async () => {
    let isDown = false;
    const fault = () => isDown ? "lost" as const : undefined;
    await atPix({ fault }, async (checkout, press) => {
      await press();
      await checkout.popupPage();
      isDown = true;
      await checkout.page.keyboard.press("Escape");
      assertEquals((await checkout.final()).name, "onPending");
    });
  });

  it("R19: a new tab that the shopper closes is pending until client.giveUp(), after which a good card pays; when the browser blocks it, the whole page is used", async () => {
    await atButton({ code: "mercadoPago", options: { openInNewTab: true } }, async (checkout, press) => {
      const opened = new Promise<Page>((resolve) => checkout.page.once("popup", (tab) => tab !== null && resolve(tab)));
      await press();
      const tab = await opened;
      await tab.waitForSelector("[data-testid=approve]");
      await tab.close();
      const { name, event } = await checkout.final();
      assertEquals([name, /"reason":"page_closed"/.test(event)], ["onPending", true]);

      // Given up, the same execution takes a good card.
      const { page } = checkout;
      const given = await page.evaluate("client.giveUp().then(({ type, code }) => [type, code])");
      assertEquals(given, ["failed", "USER_CANCELLED"]);
      await page.evaluate(`
        client.cardForm().mount("#card");
        document.body.append(Object.assign(document.createElement("div"), { id: "by-card" }));
        client.paymentButton({ events: payEvents }).mount("#by-card")`);
      await typeCard(await cardFrame(page), { number: "4242424242424242" });
      await page.locator("#by-card button:not([disabled])").click();
      await waitForEvent(page, "onSuccess");
      const finals = (await checkout.names()).filter((event) => /^on(?:Success|Failed|Pending)$/.test(event));
      assertEquals([finals, checkout.authorizes().length], [["onPending", "onSuccess"], 2]);
    });
    const page = await newPage();
    await open(page, await merchant.init(), { openInNewTab: true });
    await page.evaluate("window.open = () => null");
    await Promise.all([page.waitForNavigation(), page.click(MERCADO)]);
    assert(page.url().startsWith(app.frameOrigin), page.url());
    await page.close();
  });

  it("S-3DS-09, R20, R21: a challenge in the whole page returns to the merchant's page, where the server gives the outcome", async () => {
    for (const [choice, expected] of [["approve", "success"], ["decline", "failed"]] as const) {
      const key = crypto.randomUUID();
      // The address says success in both cases; it proves nothing.
      const address = `${merchant.origin}/?success`;
      const initOptions = JSON.stringify({ redirectFor3DS: true, returnInfo: { success: address, error: address } });
      const init = await merchant.init({ key });
      await atCheckout(
        { browser, merchant },
        { integration: "dropin", init, initOptions, expected: /404/ },
        async (checkout) => {
          const { page } = checkout;
          await checkout.fill("4000002500003155");
          await Promise.all([page.waitForNavigation(), checkout.pay()]);
          await page.click(`[data-testid=${choice}]`);
          await page.waitForFunction(`location.href === ${JSON.stringify(address)}`);
          const next = JSON.stringify(await merchant.init({ key }));
          assertEquals(await page.evaluate(`Payrails.init(${next}).resume().then(({ type }) => type)`), expected);
          assertEquals(
            (await merchant.execution(checkout.executionId)).status.filter(({ code }) => code === "authorizeRequested")
              .length,
            1,
          );
        },
      );
    }
  });

  it("S-3DS-09: a shopper who returns from the issuer page with the back button finds a usable page", async () => {
    const initOptions = JSON.stringify({ redirectFor3DS: true });
    await atCheckout(
      { browser, merchant },
      { integration: "elements", initOptions, expected: /404/ },
      async (checkout) => {
        const { page } = checkout;
        await checkout.fill("4000002500003155");
        await Promise.all([page.waitForNavigation(), checkout.pay()]);
        await page.goBack();
        const { name, event } = await checkout.final();
        assertEquals([name, /challenge_closed/.test(event)], ["onPending", true]);
        // The typed card is gone: a page that is left keeps no card.
        // The frame focuses the field when the message has come; keys pressed before would go to the page.
        await page.evaluate(
          `new Promise((resolve) => { form.on("focus", () => resolve()); form.focus("CARD_NUMBER"); })`,
        );
        for (const text of ["4242424242424242", "12", "39", "123"]) {
          await page.keyboard.type(text);
          await page.keyboard.press("Tab");
        }
        await page.waitForSelector("#payrails-card-payment-button:not([disabled])[aria-busy=false]");
      },
    );
  });
});
