/**
 * The drop-in in a real browser, in a merchant's page on another origin: options, results, stored cards, accessibility.
 */
import type { Browser, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { violations } from "../../support/screens/axe.ts";
import type { RunningApp } from "../../support/app/app.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import { answerChallenge, cardFrame } from "../../support/frames.ts";
import {
  type InitOptions,
  type MerchantPage,
  retypeNumber,
  seenEvents,
  typeCard,
  waitForEvent,
} from "../../support/merchant/merchant_page.ts";
import { payByCard as payStored } from "../../support/payments/pay_by_card.ts";
import { inOwnPage, SharedPage } from "../../support/merchant/shared_page.ts";

const GOOD = "4242424242424242";
const DECLINED = "4000000000000002";
const LATER = "4000000000000077";
const CHALLENGED = "4000002500003155";
const PAY = "#payrails-card-payment-button:not([disabled])";
const EVENTS =
  `Object.fromEntries(["onSuccess", "onFailed", "onPending", "onPaymentOptionSelected", "onAuthorizeFailed"]
  .map((name) => [name, (...args) => { seen.push([name, ...JSON.parse(JSON.stringify(args))]); }]))`;

describe("drop-in", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  interface DropinVisit extends InitOptions {
    readonly dropin?: object;
    /** In a page of its own, for a case that changes the page. */
    readonly isAlone?: boolean;
  }

  const shared = new SharedPage();

  async function open(page: Page, visit?: DropinVisit) {
    await page.goto(merchant.origin);
    await mount(page, visit);
  }

  async function mount(page: Page, { dropin = {}, isAlone: _, ...init }: DropinVisit = {}) {
    const options = JSON.stringify(dropin);
    await page.evaluate(`
      window.client = Payrails.init(${JSON.stringify(await merchant.init(init))});
      window.dropin = client.dropin({ ...${options}, events: ${EVENTS} }).mount("#card");`);
    await page.waitForSelector("#payrails-dropin-component");
  }

  /** Most cases share one document. Each has a client and a session of its own. */
  async function inDropin(use: (page: Page) => Promise<void>, visit: DropinVisit = {}) {
    await (visit.isAlone ? inOwnPage : shared.visit.bind(shared))(browser, async (page) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      if (page.url().startsWith(merchant.origin)) {
        await page.evaluate("client.destroy(); seen.length = 0");
        assertEquals(await page.$("#payrails-dropin-component"), null);
        await mount(page, visit);
      } else await open(page, visit);
      await use(page);
      assertEquals(errors, []);
    });
  }

  const choose = (page: Page, id: string) => page.click(`[data-testid="dropin-item-label-${id}"]`);
  const ids = (page: Page) =>
    page.$$eval(
      "#payrails-dropin-component input[type=radio]",
      (radios) => radios.map((radio) => Reflect.get(radio, "value")),
    );
  async function payByCard(page: Page, number: string) {
    await choose(page, "card");
    await typeCard(await cardFrame(page), { number });
    await page.waitForSelector(PAY);
    await page.click(PAY);
  }
  /** A card stored by an earlier payment, without a page. */
  async function store(holderReference: string, cardNumber: string) {
    await payStored({
      initResponse: await merchant.init({ holderReference }),
      card: { cardNumber },
      storeInstrument: true,
    });
  }
  const cards = (rest: object) => ({ dropin: { paymentMethodsConfiguration: { cards: rest } } });
  async function assertAccessible(page: Page) {
    assertEquals(await violations(page, { within: "#payrails-dropin-component" }), []);
  }

  it("S-DROPIN-01, S-DROPIN-03, S-DROPIN-06: a fieldset of native radios in order, none chosen", async () => {
    await inDropin(async (page) => {
      assertEquals(await page.$eval("#payrails-dropin-component", ({ tagName }) => tagName), "FIELDSET");
      assertEquals(await ids(page), ["card", "payPal", "googlePay", "applePay", "pix", "mercadoPago"]);
      assertEquals(await page.$("#payrails-dropin-component input:checked"), null);
      // The observability frame loads by itself, sooner or later.
      assertEquals(await page.$("iframe:not(#sdk-observer)"), null);
      await assertAccessible(page);
    });
  });

  it("S-DROPIN-04, S-DROPIN-07, S-DROPIN-08: choosing mounts and reports, choosing another unmounts", async () => {
    await inDropin(async (page) => {
      await choose(page, "card");
      await cardFrame(page);
      const { paymentMethod } = Object(await waitForEvent(page, "onPaymentOptionSelected"));
      assertEquals([paymentMethod.paymentMethodCode, paymentMethod.integrationType], ["card", "api"]);
      await assertAccessible(page);
      await choose(page, "pix");
      await page.waitForSelector("#payrails-generic-redirect-pix");
      assertEquals([await page.$("#card iframe"), (await page.$$("#card input:checked")).length], [null, 1]);
    });
  });

  it("S-DROPIN-05: a single option has the single style and is open", async () => {
    await inDropin(async (page) => {
      await cardFrame(page);
      assert(await page.$("#payrails-dropin-component.single"));
      assertEquals(await ids(page), ["card"]);
    }, { meta: { methods: ["card"] } });
  });

  it("S-DROPIN-06: the first is open at the start where preselected", async () => {
    await inDropin(async (page) => {
      await cardFrame(page);
      assertEquals(await page.$eval("input:checked", (radio) => Reflect.get(radio, "value")), "card");
    }, { dropin: { paymentMethodsConfiguration: { preselectFirstPaymentOption: true } } });
  });

  it("follows the device between light and dark in all its parts while it is shown, as other elements do, and stops when unmounted", async () => {
    await inDropin(async (page) => {
      const prefer = (value: "light" | "dark") => page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
      const schemes = "[...document.querySelectorAll('[data-scheme]')].map(({ dataset }) => dataset.scheme)";
      await prefer("light");
      await page.evaluate(`
        dropin.unmount();
        document.documentElement.style.colorScheme = "light dark";
        const { addEventListener, removeEventListener } = EventTarget.prototype;
        window.listeners = new Set();
        MediaQueryList.prototype.addEventListener = function (type, listener) {
          listeners.add(listener);
          addEventListener.call(this, type, listener);
        };
        MediaQueryList.prototype.removeEventListener = function (type, listener) {
          listeners.delete(listener);
          removeEventListener.call(this, type, listener);
        };
        dropin.mount("#card");
        const [list, button] = [1, 2].map(() => document.body.appendChild(document.createElement("div")));
        client.cardList().mount(list);
        client.genericRedirectButton({ paymentMethod: { paymentMethodCode: "mercadoPago" } }).mount(button);`);
      await page.waitForSelector(`#card ${PAY.split(":")[0]}`);
      await page.waitForSelector("#payrails-card-list");
      await page.waitForSelector("#payrails-generic-redirect-mercadoPago");
      assertEquals(await page.evaluate(`[...new Set(${schemes}), listeners.size]`), ["light", 5]);
      await prefer("dark");
      await page.waitForFunction(`${schemes}.every((scheme) => scheme === "dark")`);
      await choose(page, "pix");
      await page.waitForSelector("#card .payrails-button[data-scheme=dark]");
      await prefer("light");
      await page.waitForFunction(`${schemes}.every((scheme) => scheme === "light")`);
      assertEquals(await page.evaluate("dropin.unmount(); listeners.size"), 2);
      assertEquals(await page.evaluate("client.destroy(); listeners.size"), 0);
    }, { isAlone: true, dropin: { paymentMethodsConfiguration: { preselectFirstPaymentOption: true } } });
  });

  it("S-DROPIN-09, S-DROPIN-10, S-DROPIN-15, S-LABEL-01: overlay while paying, then Payment successful", async () => {
    await inDropin(async (page) => {
      await payByCard(page, GOOD);
      await page.waitForSelector("#payrails-dropin-loader");
      await waitForEvent(page, "onSuccess");
      assertEquals(
        await page.$eval("#payrails-authorization-success", (text) => text.textContent),
        "Payment successful",
      );
      assertEquals([await page.$("#payrails-dropin-loader"), await page.$("#card iframe")], [null, null]);
      assertEquals(await page.evaluate("document.activeElement.id"), "payrails-authorization-success");
      await assertAccessible(page);
    });
  });

  it("S-DROPIN-12, S-DROPIN-17, S-LABEL-02: a decline is shown, reported once, dismissed by a click, and paid again", async () => {
    await inDropin(async (page) => {
      await payByCard(page, DECLINED);
      assertMatch(JSON.stringify(await waitForEvent(page, "onFailed")), /AUTHORIZATION_ERROR/);
      const message = "#authorization-failed-message";
      assertEquals(await page.$eval(message, (text) => text.textContent), "Authorization failed, please try again.");
      assertEquals(
        await page.evaluate(`getComputedStyle(document.querySelector("${message}"), "::before").content`),
        '"!" / ""',
      );
      await assertAccessible(page);
      await new Promise((resolve) => setTimeout(resolve, 600));
      await page.click(message);
      assertEquals(await page.$(message), null);
      const frame = await cardFrame(page);
      await retypeNumber(page, frame, GOOD);
      await page.waitForSelector(PAY);
      await page.click(PAY);
      await waitForEvent(page, "onSuccess");
      const names = (await seenEvents(page)).map(([name]) => name);
      assertEquals(names, ["onPaymentOptionSelected", "onFailed", "onAuthorizeFailed", "onSuccess"]);
    });
  });

  it("S-DROPIN-13: the failure hides by itself after the configured time", async () => {
    await inDropin(async (page) => {
      await page.evaluate(`
        window.changes = [];
        new MutationObserver(() => {
          const isShown = document.querySelector("#authorization-failed-message") !== null;
          if (isShown !== (changes.at(-1) ?? false)) changes.push(isShown);
        }).observe(document.body, { childList: true, subtree: true });`);
      await payByCard(page, DECLINED);
      await page.waitForFunction("changes.join() === 'true,false'");
    }, { isAlone: true, dropin: { configuration: { authFailMsg: { autoHideTTL: 300 } } } });
  });

  it("S-DROPIN-16, S-LABEL-03: a payment whose outcome comes later shows Payment pending", async () => {
    await inDropin(async (page) => {
      await payByCard(page, LATER);
      await waitForEvent(page, "onPending");
      assertEquals(await page.$eval("#payrails-authorization-pending", (text) => text.textContent), "Payment pending");
    });
  });

  it("S-3DS-01, S-3DS-16: the challenge opens above the drop-in, and success follows", async () => {
    await inDropin(async (page) => {
      await payByCard(page, CHALLENGED);
      await answerChallenge(page);
      await waitForEvent(page, "onSuccess");
      assertEquals(await page.$("#payrails-popup"), null);
    });
  });

  it("S-INSTR-02, S-INSTR-06: a stored card comes first with icon and name, pays by its id, and can be removed", async () => {
    const holderReference = crypto.randomUUID();
    await inDropin(async (page) => {
      await payByCard(page, GOOD);
      await waitForEvent(page, "onSuccess");
    }, { holderReference, dropin: { paymentMethodsConfiguration: { cards: { alwaysStoreInstrument: true } } } });
    await inDropin(async (page) => {
      const [id = ""] = await ids(page);
      assertMatch(String(id), /^[0-9a-f-]{36}$/);
      assertMatch(await page.$eval(".payrails-dropin-item", (item) => item.textContent ?? ""), /^VISA.*4242/i);
      assertEquals(await page.$eval(".payrails-network", (badge) => badge.getAttribute("data-network")), "visa");
      const marks = await page.$$eval(".payrails-network, .payrails-mark", (all) =>
        all.map((mark) => {
          const { left, width, height } = mark.getBoundingClientRect();
          return [left, width, height].join();
        }));
      assertEquals([marks.length, new Set(marks).size], [(await ids(page)).length, 1], "one tile, in one column");
      const bodies: string[] = [];
      page.on("request", (request) => request.url().endsWith("/authorize") && bodies.push(request.postData() ?? ""));
      await choose(page, String(id));
      await assertAccessible(page);
      await page.waitForSelector(PAY);
      await page.click(PAY);
      await waitForEvent(page, "onSuccess");
      assertMatch(bodies.join(""), new RegExp(`"paymentInstrumentId":"${id}"`));
    }, { holderReference });
    await inDropin(async (page) => {
      const [id = ""] = await ids(page);
      await choose(page, String(id));
      await page.click(".payrails-dropin-action:last-child");
      await page.waitForFunction("document.querySelector('.payrails-network') === null");
      assertEquals(await page.evaluate("client.getStoredInstruments()"), []);
    }, { holderReference });
  });

  it("content below the drop-in or the list of stored cards does not move when their code has loaded", async () => {
    const holderReference = crypto.randomUUID();
    await store(holderReference, GOOD);
    await inDropin(async (page) => {
      for (
        const [made, shown] of [
          ["dropin()", "#payrails-dropin-component"],
          [
            "dropin({ paymentMethodsConfiguration: { preselectFirstPaymentOption: true } })",
            "#payrails-dropin-component .payrails-dropin-actions",
          ],
          [
            "dropin({ paymentMethodsConfiguration: { preselectFirstPaymentOption: true, cards: { requireCvv: true } } })",
            "#payrails-dropin-component iframe[data-ready]",
          ],
          ["cardList()", "#payrails-card-list"],
          ["cardList({ appearance: { fontSize: '22px' } })", "#payrails-card-list"],
        ] as const
      ) {
        const init = JSON.stringify(await merchant.init({ holderReference }));
        const reserved = await page.evaluate(`
          document.querySelector("#below")?.remove();
          client.destroy();
          window.client = Payrails.init(${init});
          if (${made.startsWith("cardList")}) client.cardForm();
          client.${made}.mount("#card");
          document.querySelector("#card").after(Object.assign(document.createElement("button"), { id: "below" }));
          document.querySelector("#below").getBoundingClientRect().top`);
        await page.waitForSelector(shown);
        const shownAt = await page.$eval("#below", (button) => button.getBoundingClientRect().top);
        const rows = await page.$$eval("#card input[type=radio]", ({ length }) => length);
        assert(rows > 1 && Number(reserved) > rows * 56, `${made}: ${rows} rows, ${reserved}`);
        assertEquals(shownAt, reserved, made);
        assertEquals(await page.$(".payrails-placeholder"), null);
      }
    }, { holderReference, isAlone: true });
  });

  it("content below an option that is open from the start does not move while the code, its frame or its wallet loads", () =>
    inDropin(async (page) => {
      const first = { preselectFirstPaymentOption: true };
      const cases: readonly (readonly [
        shown: string,
        methods: readonly string[],
        configuration?: object,
        session?: "express",
      ])[] = [
        ["iframe[data-ready]", ["card"]],
        ["iframe[data-ready]", ["card", "pix"], { ...first, cards: { showCardHolderName: true } }],
        ["iframe[data-ready]", ["card", "pix"], {
          ...first,
          cards: { alwaysStoreInstrument: true, showStoreInstrumentCheckbox: true },
        }],
        ["button", ["googlePay"]],
        ["button", ["googlePay"], { googlePay: { showStoreInstrumentCheckbox: true } }],
        [".payrails-wallet button", ["payPal"]],
        [".payrails-wallet button", ["payPal"], { payPal: { alwaysStoreInstrument: true } }],
        [".payrails-wallet button", ["payPal"], {}, "express"],
        ["button", ["pix"]],
      ];
      const seen = [];
      for (const [shown, methods, paymentMethodsConfiguration = {}, session = "SDK"] of cases) {
        const { version, data } = await merchant.init({ meta: { methods } });
        const configured = atob(data).replace('"integrationMode":"SDK"', `"integrationMode":"${session}"`);
        const init = JSON.stringify({ version, data: btoa(configured) });
        // Records the position of the button below in every frame, from the moment at which the drop-in has its place.
        await page.evaluate(`{
          document.querySelector("#below")?.remove();
          client.destroy();
          window.client = Payrails.init(${init});
          const tops = window.tops = new Set();
          client.dropin(${JSON.stringify({ paymentMethodsConfiguration })}).mount("#card");
          document.querySelector("#card").after(Object.assign(document.createElement("button"), { id: "below" }));
          const look = () => {
            tops.add(document.querySelector("#below").getBoundingClientRect().top);
            if (window.tops === tops) requestAnimationFrame(look);
          };
          look();
        }`);
        await page.waitForSelector(`.payrails-dropin-panel ${shown}`);
        await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        seen.push([
          methods,
          paymentMethodsConfiguration,
          await page.evaluate("[...tops].length === 1 || [...tops].join()"),
        ]);
      }
      assertEquals(seen, cases.map(([, methods, configuration = {}]) => [methods, configuration, true]));
    }, { isAlone: true }));

  it("S-INSTR-02: one of two stored cards is made the default, says so, and comes first from then on", async () => {
    const holderReference = crypto.randomUUID();
    for (const number of [GOOD, "5555555555554444"]) await store(holderReference, number);
    const names = (page: Page) =>
      page.$$eval(
        ".payrails-dropin-item:has(.payrails-network)",
        (items) => items.map((item) => Reflect.get(item.children[0] ?? {}, "textContent")),
      );
    await inDropin(async (page) => {
      assertEquals(await names(page), ["VISAVisa •••• 4242, 12/39", "MCMastercard •••• 4444, 12/39"]);
      const [, second = ""] = await ids(page);
      await choose(page, String(second));
      const changed = page.waitForRequest((request) => request.method() === "PATCH");
      await page.locator("::-p-text(Use as default)").click();
      assertEquals((await changed).postData(), '{"default":true}');
      await page.waitForSelector(".payrails-dropin-default");
      assertEquals(await names(page), ["VISAVisa •••• 4242, 12/39", "MCMastercard •••• 4444, 12/39Default"]);
      // It is still the open one, and cannot be made the default again.
      await page.waitForSelector(PAY);
      assertEquals(
        await page.$$eval(".payrails-dropin-action", (all) => all.map(({ textContent }) => textContent)),
        ["Remove"],
      );
      await assertAccessible(page);
    }, { holderReference });
    await inDropin(async (page) => {
      assertEquals(await names(page), ["MCMastercard •••• 4444, 12/39Default", "VISAVisa •••• 4242, 12/39"]);
    }, { holderReference });
  });

  it("a hosted page's button uses the merchant's styles for its method code", async () => {
    const styles = {
      pix: { base: { backgroundColor: "rgb(1, 2, 3)" }, hover: { backgroundColor: "rgb(4, 5, 6)" } },
      mercadoPago: { base: { borderRadius: "3px" } },
    };
    await inDropin(async (page) => {
      const lookOf = async (code: string) => {
        await choose(page, code);
        const button = await page.waitForSelector(`#payrails-generic-redirect-${code}`);
        await page.mouse.move(0, 0);
        return await button?.evaluate((node) => {
          const { backgroundColor, borderRadius } = getComputedStyle(node);
          return [backgroundColor, borderRadius];
        });
      };
      assertEquals(await lookOf("pix"), ["rgb(1, 2, 3)", "10px"]);
      await page.hover("#payrails-generic-redirect-pix");
      assertEquals(
        await page.$eval("#payrails-generic-redirect-pix", (node) => getComputedStyle(node).backgroundColor),
        "rgb(4, 5, 6)",
      );
      assertEquals(await lookOf("mercadoPago"), ["rgb(11, 110, 99)", "3px"]);
    }, { dropin: { styles } });
  });

  it("S-BIN-08: the client looks up the card typed into the drop-in", async () => {
    await inDropin(async (page) => {
      assertEquals(await page.evaluate("client.binLookup()"), undefined);
      await choose(page, "card");
      await (await cardFrame(page)).type("#CARD_NUMBER", "40000007600002");
      // The frame's message about the last digit may still be on its way; fewer digits are of another country.
      await page.waitForFunction("client.binLookup().then((found) => found?.issuerCountry?.code === 'BR')");
    });
  });

  const shownAs = (page: Page, selector: string) =>
    page.$eval(selector, (element) => Reflect.get(element, "offsetParent") !== null);

  it("S-ADDR-01, S-ADDR-02, S-ADDR-03, S-ADDR-05, S-ADDR-08, S-ADDR-09, S-STORE-03, S-FORM-08: country and postal code are requested, validated, stored and sent", async () => {
    await inDropin(async (page) => {
      await choose(page, "card");
      await page.waitForSelector("#country-selector option[value=DE]");
      await typeCard(await cardFrame(page), { number: GOOD });
      await page.select("#country-selector", "AE");
      assertEquals(await shownAs(page, "#postal-code-input"), false);
      await page.waitForSelector(PAY);
      await page.select("#country-selector", "DE");
      assertEquals(await shownAs(page, "#postal-code-input"), true);
      assertEquals(await page.$(PAY), null);
      await page.type("#postal-code-input", "101");
      await page.keyboard.press("Tab");
      await page.waitForSelector("#postal-code-input[aria-invalid=true]");
      await page.type("#postal-code-input", "15");
      await page.waitForSelector("#postal-code-input[aria-invalid=false]");
      await assertAccessible(page);
      assertEquals(await page.evaluate("sessionStorage.getItem('__payrails-selectedCountry')"), "DE");
      const bodies: string[] = [];
      page.on("request", (request) => request.url().endsWith("/authorize") && bodies.push(request.postData() ?? ""));
      await page.waitForSelector(PAY);
      await page.click(PAY);
      await waitForEvent(page, "onSuccess");
      assertMatch(
        bodies.join(""),
        /"billingAddress":\{"country":\{"name":"Germany","code":"DE"\},"postalCode":"10115"\}/,
      );
      await open(page, cards({ showAddressSelector: true }));
      await choose(page, "card");
      await page.waitForFunction("document.querySelector('#country-selector')?.value === 'DE'");
    }, { ...cards({ showAddressSelector: true }), isAlone: true });
  });

  it("S-INSTAL-01, S-INSTAL-04: instalments are offered for the issuer's country, hidden for others, and sent", async () => {
    await inDropin(async (page) => {
      await choose(page, "card");
      const frame = await cardFrame(page);
      await page.waitForSelector("select[id^=payrails-installments]");
      const isShown = () => shownAs(page, "select[id^=payrails-installments]");
      await typeCard(frame, { number: "4000000760000002" });
      await page.waitForSelector("select[id^=payrails-installments]:not([disabled])");
      assertEquals(await isShown(), true);
      const texts = await page.$$eval(
        "select[id^=payrails-installments] option",
        (all) => all.map((one) => one.textContent),
      );
      assertEquals(texts.slice(0, 3), ["Pay in full", "1 x $1.00", "2 x $0.50"]);
      // Of a card of another country they are hidden, until the first card is back.
      await retypeNumber(page, frame, GOOD);
      await page.waitForFunction("client.binLookup().then((found) => found?.issuerCountry?.code === 'US')");
      await page.waitForSelector("select[id^=payrails-installments][disabled]");
      assertEquals(await isShown(), false);
      await retypeNumber(page, frame, "4000000760000002");
      await page.waitForSelector("select[id^=payrails-installments]:not([disabled])");
      assertEquals(await isShown(), true);
      await page.select("select[id^=payrails-installments]", "2");
      const bodies: string[] = [];
      page.on("request", (request) => request.url().endsWith("/authorize") && bodies.push(request.postData() ?? ""));
      await page.waitForSelector(PAY);
      await page.click(PAY);
      await waitForEvent(page, "onSuccess");
      assertMatch(bodies.join(""), /"installments":\{"count":2\}/);
    });
  });

  it("two drop-ins of two clients on one page do not disturb each other", async () => {
    await inDropin(async (page) => {
      await page.evaluate(`Payrails.init(${JSON.stringify(await merchant.init())}).dropin().mount("#pay")`);
      await page.waitForSelector("#pay fieldset");
      await page.click("#card [data-testid=dropin-item-label-pix]");
      await page.click("#pay [data-testid=dropin-item-label-mercadoPago]");
      const checked = await page.$$eval(
        "input:checked",
        (radios) => radios.map((radio) => Reflect.get(radio, "value")),
      );
      assertEquals(checked, ["pix", "mercadoPago"]);
      await page.evaluate("client.destroy()");
      assertEquals([await page.$("#card fieldset"), (await page.$$("#pay fieldset")).length], [null, 1]);
    }, { isAlone: true });
  });

  describe("when a part of it does not load", () => {
    /** Opens a page on which the first `failures` requests for the part are lost. */
    async function withLostPart(part: RegExp, failures: number, use: (page: Page) => Promise<void>) {
      const page = await browser.newPage();
      // A frame has 10 s to answer; fields_faults_test.ts proves that it has.
      await page.evaluateOnNewDocument(`{ const start = setTimeout;
        window.setTimeout = (run, ms, ...rest) => start(run, ms === 10_000 ? 500 : ms, ...rest); }`);
      let lost = 0;
      await page.setRequestInterception(true);
      page.on("request", (request) => {
        void (part.test(request.url()) && lost++ < failures ? request.abort() : request.continue());
      });
      try {
        await page.goto(merchant.origin);
        await page.evaluate(`(async () => {
          const { Payrails } = await import("${app.origin}/sdk/5/index.mjs");
          Payrails.init(${JSON.stringify(await merchant.init())}, { locale: "es" }).dropin({ events: {
            onReady: () => seen.push(["onReady"]),
            onError: ({ code }) => seen.push(["onError", code]),
          } }).mount("#card");
        })()`);
        await use(page);
      } finally {
        await page.close();
      }
    }
    const NOT_LOADED = ["onError", "payrails:client:code_not_loaded"] as const;
    const notice = async (page: Page) => {
      await page.waitForSelector(".payrails-frame-failed[role=alert]");
      return await page.$eval(".payrails-frame-failed", ({ textContent }) => textContent);
    };

    it("says so to the shopper in their language and to the page, and loads on the next try", () =>
      withLostPart(/\/dropin\./, 1, async (page) => {
        assertEquals(
          await notice(page),
          "Las opciones de pago no se han cargado. Comprueba tu conexión e inténtalo de nuevo.Reintentar",
        );
        assertEquals(await seenEvents(page), [NOT_LOADED]);
        await page.click(".payrails-frame-failed button");
        await page.waitForSelector("#payrails-dropin-component");
        assertEquals(await seenEvents(page), [NOT_LOADED, ["onReady"]]);
        assertEquals(await page.$(".payrails-frame-failed"), null);
      }));

    it("leaves the other options and offers another try for an option whose code was lost", async () => {
      const options = [["googlePay", /\/google_pay\./], ["mercadoPago", /\/redirect_button\./]] as const;
      for (const [id, part] of options) {
        await withLostPart(part, 1, async (page) => {
          await page.waitForSelector("#payrails-dropin-component");
          await choose(page, id);
          assertMatch(await notice(page) ?? "", /^Las opciones de pago/);
          assertEquals(await seenEvents(page), [["onReady"], NOT_LOADED]);
          await page.click(".payrails-frame-failed button");
          await page.waitForFunction("document.querySelector('.payrails-frame-failed') === null");
          if (id === "mercadoPago") {
            await page.waitForSelector(".payrails-dropin-panel #payrails-generic-redirect-mercadoPago");
          }
          assertEquals((await seenEvents(page)).length, 2);
        });
      }
    });

    it("a card frame that does not load reaches onError of the drop-in", () =>
      withLostPart(/\/card\/5\//, 9, async (page) => {
        await page.waitForSelector("#payrails-dropin-component");
        await choose(page, "card");
        await page.waitForSelector(".payrails-frame-failed", { timeout: 20_000 });
        assertEquals((await seenEvents(page)).at(-1), ["onError", "payrails:card_form:iframe_loading"]);
      }));
  });
});

/** Typed for code that runs in the page: tests are compiled without its globals. */
declare function getComputedStyle(element: unknown): Readonly<Record<string, string>>;
