/**
 * The card form, the list of stored cards and the drop-in: what they keep, show, ask again, and display in other
 * languages.
 */
import type { Browser, HTTPRequest, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { violations } from "../../support/screens/axe.ts";
import type { RunningApp } from "../../support/app/app.ts";
import { cardFrame } from "../../support/frames.ts";
import {
  type InitOptions,
  type MerchantPage,
  retypeNumber,
  seenEvents,
  typeCard,
  waitForEvent,
} from "../../support/merchant/merchant_page.ts";
import { fastTimers, fillCard, SPEED_UP } from "../../support/merchant/checkout_page.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";

const GOOD = "4242424242424242";
const DECLINED = "4000000000000002";
const LATER = "4000000000000077";
/** Issued in Brazil, where instalments are offered. */
const BRAZILIAN = "4000000760000002";
const PAY = "#payrails-card-payment-button:not([disabled])";

describe("elements", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  interface Visit extends InitOptions {
    readonly locale?: string;
    /** What the page does once it has `client`. */
    readonly script: string;
    readonly before?: (page: Page) => Promise<unknown>;
  }

  async function visit({ locale, script, before, ...init }: Visit, use: (page: Page) => Promise<void>) {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    try {
      await before?.(page);
      await page.evaluateOnNewDocument(fastTimers(SPEED_UP));
      await page.goto(merchant.origin);
      const options = JSON.stringify({ locale });
      await page.evaluate(`
        window.news = (...names) => Object.fromEntries(names.map((name) =>
          [name, (...args) => { seen.push([name, ...JSON.parse(JSON.stringify(args))]); }]));
        window.client = Payrails.init(${JSON.stringify(await merchant.init(init))}, ${options});
        ${script}`);
      await use(page);
      assertEquals(errors, []);
    } finally {
      await page.close();
    }
  }

  const choose = (page: Page, id: string) => page.click(`[data-testid="dropin-item-label-${id}"]`);
  const textOf = (page: Page, selector: string) =>
    page.$eval(selector, (element) => String(Reflect.get(element, "innerText")).trim());
  const authorizeBodies = (page: Page) => {
    const bodies: Record<string, unknown>[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/authorize")) {
        bodies.push(JSON.parse(request.postData() ?? "{}"));
      }
    });
    return bodies;
  };
  async function pay(page: Page) {
    await page.waitForSelector(PAY);
    await page.click(PAY);
  }
  /** Cards of earlier purchases, paid in a page of their own, one after the other. */
  async function storeCards(holderReference: string, ...numbers: readonly string[]) {
    await visit({ script: "" }, async (page) => {
      for (const number of numbers) {
        await page.evaluate(`window.client.destroy(); seen.length = 0;
          client = Payrails.init(${JSON.stringify(await merchant.init({ holderReference }))});
          client.cardForm({ alwaysStoreInstrument: true }).mount("#card");
          client.paymentButton({ events: news("onSuccess") }).mount("#pay"); undefined`);
        await fillCard(await cardFrame(page), number);
        await pay(page);
        await waitForEvent(page, "onSuccess");
      }
    });
  }

  it("S-PROD-03, S-PROD-05, S-STORE-02, S-STORE-04, S-FORM-15: pays, saves, in parts, with an address; no route, two stored words", async () => {
    const script = `window.before = location.href + history.length;
      window.dropin = client.dropin({ events: news("onSuccess"),
        paymentMethodsConfiguration: { cards: { showAddressSelector: true } } }).mount("#card");`;
    let bodies: Record<string, unknown>[] = [];
    await visit({ script, before: (page) => Promise.resolve(bodies = authorizeBodies(page)) }, async (page) => {
      await page.waitForSelector("#payrails-dropin-component");
      await choose(page, "card");
      await typeCard(await cardFrame(page), { number: BRAZILIAN });
      await page.waitForFunction(`document.querySelectorAll("[id^=payrails-installments] option").length > 1`);
      await page.waitForFunction(`document.querySelector("#country-selector").options.length > 100`);
      await page.select("#country-selector", "DE");
      await page.type("#postal-code-input", "10115");
      await page.evaluate(
        `const select = document.querySelector("[id^=payrails-installments]"); select.value = select.options[2].value;`,
      );
      await page.click(".payrails-store-instrument input");
      await pay(page);
      await waitForEvent(page, "onSuccess");
      const [item] = JSON.parse(JSON.stringify(bodies[0]?.paymentComposition));
      assertEquals([item.storeInstrument, item.installments.count > 1, item.paymentInstrumentData.billingAddress], [
        true,
        true,
        { country: { name: "Germany", code: "DE" }, postalCode: "10115" },
      ]);
      assertEquals(await page.evaluate("before === location.href + history.length"), true);
      const stored = await page.evaluate("[Object.entries(localStorage), Object.keys(sessionStorage)]");
      assertEquals<unknown>(stored, [[["sdk_version", "5.25.3"]], ["__payrails-selectedCountry"]]);
    });
  });

  interface Missing {
    readonly file: RegExp;
    /** Its answer waits for `find`. Default: it is lost. */
    readonly isHeld?: boolean;
    readonly said?: string[];
    readonly script: string;
  }

  /** A page that loads the SDK as modules, of which one file is missing until `find`. */
  async function withoutFile(
    { file, isHeld = false, said = [], script }: Missing,
    use: (page: Page, find: () => void) => Promise<void>,
  ) {
    const page = await browser.newPage();
    const bodies = authorizeBodies(page);
    page.on("console", (message) => said.push(message.text()));
    const held: HTTPRequest[] = [];
    let isMissing = true;
    try {
      await page.setRequestInterception(true);
      page.on("request", (request) => {
        if (!isMissing || !file.test(request.url())) return void request.continue();
        if (isHeld) held.push(request);
        else void request.abort();
      });
      await page.evaluateOnNewDocument(fastTimers(SPEED_UP));
      await page.goto(merchant.origin);
      await page.evaluate(`import("${app.origin}/sdk/5/index.mjs").then(({ Payrails }) => {
        const init = ${JSON.stringify(await merchant.init())};
        const client = Payrails.init(init);
        const tell = (name) => (event) => void seen.push([name, JSON.stringify(event ?? "")]);
        ${script}
      })`);
      await typeCard(await cardFrame(page), { number: GOOD });
      await use(page, () => {
        isMissing = false;
        for (const request of held.splice(0)) void request.continue();
      });
      return bodies.length;
    } finally {
      await page.close();
    }
  }

  it("pays without address and instalments when their code does not load, and logs it", async () => {
    const said: string[] = [];
    const script = `client.cardForm({ showAddressSelector: true }).mount("#card");
      client.paymentButton({ events: { onSuccess: tell("onSuccess") } }).mount("#pay");`;
    await withoutFile({ file: /\/(?:extras|choices)\./, said, script }, async (page) => {
      await pay(page);
      await waitForEvent(page, "onSuccess");
    });
    assert(said.some((line) => line.includes("The fields below the card did not load")), said.join("\n"));
  });

  it("a press before the code of a payment has loaded waits as a payment does, and pays once; of two presses, the first", async () => {
    const script = `client.cardForm().mount("#card");
      const listen = (name) => ({ events: { onSuccess: tell(name) } });
      client.paymentButton(listen("first")).mount("#pay");
      const place = document.body.appendChild(document.createElement("div"));
      const second = Payrails.init(init).paymentButton({ ...listen("second"), disabledByDefault: false }).mount(place);
      window.press = () => [...document.querySelectorAll("${PAY}")].map((button) => button.click());`;
    const calls = await withoutFile({ file: /\/pay_card\./, isHeld: true, script }, async (page, find) => {
      await page.waitForFunction(`document.querySelectorAll("${PAY}").length === 2`);
      await page.evaluate("press()");
      const states = () =>
        page.$$eval(
          "button#payrails-card-payment-button",
          (found) => found.map((each) => [each.getAttribute("aria-busy"), each.disabled]),
        );
      assertEquals(await states(), [["true", true], ["true", true]]);
      // Further presses change nothing.
      await page.evaluate("press()");
      find();
      await waitForEvent(page, "first");
      await page.waitForFunction(`document.querySelectorAll("[aria-busy=true]").length === 0`);
      assertEquals((await seenEvents(page)).map(([name]) => name), ["first"]);
    });
    assertEquals(calls, 1);
  });

  it("S-BUTTON-23: a press fails when the code of the payment does not load, says so beside the button, and the next press pays", async () => {
    const script = `client.cardForm().mount("#card");
      client.paymentButton({ events: { onSuccess: tell("onSuccess") } }).mount("#pay");
      client.on("error", tell("error"));`;
    const calls = await withoutFile({ file: /\/pay_card\./, script }, async (page, find) => {
      await pay(page);
      const notice = await page.waitForSelector("#payrails-payment-notice[role=alert]");
      assert(notice !== null);
      // The button can be pressed again, and the form takes input.
      await page.waitForSelector(PAY);
      find();
      await pay(page);
      await waitForEvent(page, "onSuccess");
      assertEquals(await page.$("#payrails-payment-notice"), null);
    });
    assertEquals(calls, 1);
  });

  it("a press is not sent when the client is destroyed while the code of a payment loads", async () => {
    const script = `client.cardForm().mount("#card");
      client.paymentButton({ events: { onFailed: tell("onFailed") } }).mount("#pay");
      window.leave = () => client.destroy();`;
    const calls = await withoutFile({ file: /\/pay_card\./, isHeld: true, script }, async (page, find) => {
      await pay(page);
      await page.evaluate("leave()");
      find();
      await page.waitForNetworkIdle({ idleTime: 300 });
      assertEquals(await seenEvents(page), []);
    });
    assertEquals(calls, 0);
  });

  it("S-FORM-15: collected values have five parts; the form can be hidden, emptied, set up again and store a card", async () => {
    const script =
      `window.form = client.cardForm({ showAddressSelector: true, showInstallments: true, enrollInstrumentToNetworkOffers: true,
      installmentConfig: { installmentCountry: "XX", defaultInstallment: 3, installmentOptions: { XX: [
        { count: 1, amount: { value: "1.00", currency: "USD" } }, { count: 3, amount: { value: "0.34", currency: "USD" } }] } },
    }).mount("#card");`;
    await visit({ script }, async (page) => {
      await page.waitForFunction(`document.querySelector("#country-selector")?.options.length > 100`);
      await page.select("#country-selector", "DE");
      await page.type("#postal-code-input", "10115");
      await typeCard(await cardFrame(page), { number: GOOD });
      await page.waitForFunction("form.isValid");
      const values = await page.evaluate("form.collectValues()");
      assertEquals(Object.keys(Object(values)).sort(), [
        "billingInfo",
        "cardData",
        "enrollInstrumentToNetworkOffers",
        "selectedInstallment",
        "storeInstrument",
      ]);
      assertEquals(Reflect.get(Object(values), "selectedInstallment"), 3);
      // Mastercard has an offers programme of its own, in which the merchant cannot enrol cards.
      assertEquals(Reflect.get(Object(values), "enrollInstrumentToNetworkOffers"), true);
      await fillCard(await cardFrame(page), "5555555555554444");
      await page.waitForFunction("form.cardNetwork === 'mastercard' && form.isValid");
      assertEquals(
        await page.evaluate("form.collectValues().then((all) => all.enrollInstrumentToNetworkOffers)"),
        false,
      );
      await page.evaluate(`form.updateInstallmentConfig({ installmentCountry: "YY", installmentOptions: { YY: [] } })`);
      await page.waitForFunction(`document.querySelector("[id^=payrails-installments]").length === 0`);
      const saved = await page.evaluate("form.tokenize({ storeInstrument: true })");
      assertEquals(Reflect.get(Object(saved), "status"), "enabled");
      await page.evaluate("form.hide({ reset: true })");
      assertEquals(await page.$eval("#payrails-card-form", (root) => getComputedStyle(root).display), "none");
      await page.evaluate("form.show()");
      await page.waitForFunction("!form.isValid");
    });
  });

  it("S-LABEL-04, S-SESSION-06, S-DROPIN-11: outcomes show three messages, an ended session none; axe finds nothing", async () => {
    const script =
      `client.dropin({ events: news("onFailed", "onPaymentSessionExpired", "onPending") }).mount("#card");`;
    await visit({ script }, async (page) => {
      await page.waitForSelector("#payrails-dropin-component");
      await choose(page, "card");
      const idle = await textOf(page, "#payrails-dropin-component");
      await page.setRequestInterception(true);
      let isExpired = true;
      page.on("request", (request) => {
        const isRefused = isExpired && request.method() === "POST" && request.url().endsWith("/authorize");
        const headers = { "access-control-allow-origin": merchant.origin };
        void (isRefused ? request.respond({ status: 401, headers, body: "{}" }) : request.continue());
      });
      await typeCard(await cardFrame(page), { number: DECLINED });
      await pay(page);
      await waitForEvent(page, "onFailed");
      isExpired = false;
      assertEquals((await seenEvents(page)).map(([name]) => name), ["onPaymentSessionExpired", "onFailed"]);
      const failed = "Authorization failed, please try again.";
      assertEquals(
        (await textOf(page, "#payrails-dropin-component")).replace(failed, "").replace(/\s+/g, ""),
        idle.replace(/\s+/g, ""),
      );
      assertEquals(await violations(page, { within: "#payrails-dropin-component" }), []);
      const frame = await cardFrame(page);
      await retypeNumber(page, frame, LATER);
      await pay(page);
      await waitForEvent(page, "onPending");
      assertEquals(await textOf(page, "#payrails-dropin-component"), "Payment pending");
    });
  });

  it("SECURITY I4: a stored card's security code is requested again where the merchant requires it, in the drop-in and in a list of cards, and is gone once it has paid", async () => {
    const holderReference = crypto.randomUUID();
    await storeCards(holderReference, GOOD);
    const dropin =
      `client.dropin({ events: news("onSuccess"), paymentMethodsConfiguration: { cards: { requireCvv: true } } }).mount("#card");`;
    let bodies: Record<string, unknown>[] = [];
    const before = (page: Page) => Promise.resolve(bodies = authorizeBodies(page));
    const itemSent = () => JSON.parse(JSON.stringify(bodies[0]?.paymentComposition))[0];
    await visit({ holderReference, script: dropin, before }, async (page) => {
      await page.waitForSelector("#payrails-dropin-component input");
      await page.click("#payrails-dropin-component input");
      const frame = await cardFrame(page, "#CVV");
      assertEquals(await frame.$$eval("input", (all) => all.length), 1);
      await pay(page);
      await frame.waitForSelector("#CVV-error:not(:empty)");
      // The field is open again before it has the focus.
      await frame.waitForFunction("document.activeElement.id === 'CVV'");
      await frame.type("#CVV", "123");
      await pay(page);
      await waitForEvent(page, "onSuccess");
      const { paymentInstrumentId, paymentInstrumentData } = itemSent();
      assertEquals(typeof paymentInstrumentId, "string");
      assertMatch(paymentInstrumentData.encryptedData, /^[\w-]+(\.[\w-]+){4}$/);
    });
    const list = `client.cardForm().mount("#card");
      document.querySelector("#below").append(Object.assign(document.createElement("div"), { id: "saved" }));
      client.cardList({ requireCvv: true, events: news("onCardSelected") }).mount("#saved");
      client.paymentButton({ events: news("onSuccess") }).mount("#pay");`;
    await visit({ holderReference, script: list, before }, async (page) => {
      await page.waitForSelector("#payrails-card-list input");
      assertMatch(await textOf(page, "#payrails-card-list"), /4242[^]*Use another card/);
      await page.click("#payrails-card-list input");
      assertEquals((await seenEvents(page)).length, 1);
      const code = await cardFrame(page, "#CVV", "#saved");
      await code.type("#CVV", "123");
      await pay(page);
      await waitForEvent(page, "onSuccess");
      assertEquals("encryptedData" in itemSent().paymentInstrumentData, true);
      await code.waitForFunction("document.querySelector('#CVV').value === ''", { timeout: 5_000 }).catch(() => {});
      assertEquals(await code.$eval("#CVV", (input) => Reflect.get(input, "value")), "");
    });
  });

  it("S-INSTR-01, S-INSTR-02: a card that the page selects after a choice in the list is the one shown, asked for and paid with", async () => {
    const holderReference = crypto.randomUUID();
    await storeCards(holderReference, GOOD, "5555555555554444");
    const script = `client.cardForm().mount("#card");
      document.querySelector("#below").append(Object.assign(document.createElement("div"), { id: "saved" }));
      client.setState({ instrument: client.getSavedCreditCards()[1] });
      client.cardList({ requireCvv: true, events: news("onCardSelected") }).mount("#saved");
      client.paymentButton({ events: news("onSuccess") }).mount("#pay");`;
    let bodies: Record<string, unknown>[] = [];
    const before = (page: Page) => Promise.resolve(bodies = authorizeBodies(page));
    await visit({ holderReference, script, before }, async (page) => {
      const checked = () =>
        page.$$eval("#saved :checked", (radios) => radios.map((radio) => Reflect.get(radio, "value")));
      await page.waitForSelector("#payrails-card-list input");
      const [first, second] = await page.$$eval("#saved input", (all) => all.map((one) => Reflect.get(one, "value")));
      assertEquals(await checked(), [second]);
      await page.click("#payrails-card-list input");
      assertEquals(await checked(), [first]);
      await page.waitForSelector(`#payrails-card-list-item-${first} iframe`);
      await page.evaluate("client.setState({ instrument: client.getSavedCreditCards()[1] })");
      const frame = await cardFrame(page, "#CVV", `#payrails-card-list-item-${second}`);
      assertEquals([await checked(), await page.$(`#payrails-card-list-item-${first} iframe`)], [[second], null]);
      // The page's own choice is not reported to it.
      assertEquals((await seenEvents(page)).length, 1);
      await page.evaluate("client.setState({})");
      await page.waitForSelector("#payrails-card-list-item-another.active");
      assertEquals([await checked(), await page.$("#saved iframe")], [["another"], null]);
      await page.waitForSelector("#pay button[disabled]");
      await page.evaluate("client.setState({ instrument: client.getSavedCreditCards()[1] })");
      const again = await cardFrame(page, "#CVV", `#payrails-card-list-item-${second}`);
      assertEquals(again === frame, false);
      await again.type("#CVV", "123");
      await pay(page);
      await waitForEvent(page, "onSuccess");
      const [item] = JSON.parse(JSON.stringify(bodies[0]?.paymentComposition));
      assertEquals([item.paymentInstrumentId, "encryptedData" in item.paymentInstrumentData], [second, true]);
    });
  });

  it("appearance reaches page and frame, of the client and of the element, and can change without losing typed values", async () => {
    const script = `window.dropin = client.dropin({ appearance: { colorPrimary: "#ffdd00", borderRadius: "2px" },
        paymentMethodsConfiguration: { cards: { showAddressSelector: true } },
        translations: { addressSelector: { labels: { countrySelector: "Where" } } },
        styles: { addressSelector: { countrySelector: { color: "rgb(1, 2, 3)" } },
          cardForm: { storeCardCheckbox: { color: "rgb(4, 5, 6)" } } } }).mount("#card");`;
    await visit({ script }, async (page) => {
      await page.waitForSelector("#payrails-dropin-component");
      await choose(page, "card");
      const frame = await cardFrame(page);
      await frame.type("#CARD_NUMBER", "4242");
      const look = () =>
        page.$eval("#payrails-card-payment-button", (button) => {
          // While it cannot be pressed it is grey.
          button.toggleAttribute("disabled", false);
          const { backgroundColor, color, borderRadius } = getComputedStyle(button);
          return [backgroundColor, color, borderRadius];
        });
      const colorOf = (selector: string) => page.$eval(selector, (element) => getComputedStyle(element).color);
      await page.waitForSelector("#country-selector");
      assertEquals([await colorOf("#country-selector"), await colorOf(".payrails-store-instrument")], [
        "rgb(1, 2, 3)",
        "rgb(4, 5, 6)",
      ]);
      assertEquals(await textOf(page, "label[for=country-selector]"), "Where");
      // Dark text on yellow: white would be unreadable.
      assertEquals(await look(), ["rgb(255, 221, 0)", "rgb(15, 23, 31)", "2px"]);
      const radius = () => frame.$eval("#CARD_NUMBER", (input) => getComputedStyle(input).borderRadius);
      assertEquals(await radius(), "2px");
      await page.evaluate(`dropin.update({ appearance: { colorPrimary: "#003366", borderRadius: "7px" } })`);
      await frame.waitForFunction(`getComputedStyle(document.querySelector("#CARD_NUMBER")).borderRadius === "7px"`);
      assertEquals(await look(), ["rgb(0, 51, 102)", "rgb(255, 255, 255)", "7px"]);
      assertEquals(await frame.$eval("#CARD_NUMBER", (input) => Reflect.get(input, "value")), "4242");
    });
  });

  it("uses the client's language in page, frame and popup; Arabic from right to left; requests no missing file", async () => {
    const asked: string[] = [];
    const before = (page: Page) =>
      Promise.resolve(
        page.on("request", (request) => request.url().includes("/locales/") && asked.push(request.url())),
      );
    const script = `client.dropin({ events: news("onFailed", "onPending") }).mount("#card");`;
    await visit({ locale: "ar", script, before }, async (page) => {
      await page.waitForSelector("#payrails-dropin-component");
      await choose(page, "card");
      const frame = await cardFrame(page);
      const page_ = await page.$eval(
        "#payrails-dropin-component",
        (root) => [root.getAttribute("dir"), root.getAttribute("lang")],
      );
      assertEquals(page_, ["rtl", "ar"]);
      assertEquals(await textOf(page, "#payrails-card-payment-button"), "ادفع");
      assertEquals(
        await frame.$eval("form", (form) => [form.dir, form.lang, form.querySelector("label")?.textContent]),
        [
          "rtl",
          "ar",
          "رقم البطاقة",
        ],
      );
      await typeCard(frame, { number: "4000002500003155" });
      await pay(page);
      await page.waitForSelector("#payrails-popup-cancel-button");
      assertEquals(await textOf(page, "#payrails-popup-cancel-button"), "إلغاء");
      assertEquals(await page.$eval("dialog", (dialog) => dialog.getAttribute("aria-label")), "التحقق عبر البنك");
      await page.click("#payrails-popup-cancel-button");
      await waitForEvent(page, "onPending");
      assertMatch(await textOf(page, "#payrails-dropin-component"), /^الدفع قيد الانتظار\n[^]*فتح مرة أخرى/);
      assertEquals(asked, [`${app.origin}/sdk/5/locales/ar.json`]);
    });
    asked.length = 0;
    const form =
      `client.cardForm({ showStoreInstrumentCheckbox: true }).mount("#card"); client.paymentButton().mount("#pay");`;
    for (const [locale, label, count] of [["fr-CH", "Payer", 1], ["zh", "Pay", 0]] as const) {
      await visit({ locale, script: form, before }, async (page) => {
        await cardFrame(page);
        assertEquals(await textOf(page, "#pay button"), label);
        assertEquals(asked.length, count);
        asked.length = 0;
      });
    }
  });

  it("a language that does not load leaves English; preloading and the observability frame are invisible", async () => {
    const before = async (page: Page) => {
      await page.setRequestInterception(true);
      page.on(
        "request",
        (request) => void (request.url().includes("/locales/") ? request.abort() : request.continue()),
      );
    };
    const init = JSON.stringify(await merchant.init());
    const script = `Payrails.preloadCardForm(); Payrails.preloadCardForm(${init});
      client.cardForm().mount("#card"); client.paymentButton().mount("#pay");`;
    await visit({ locale: "de", script, before }, async (page) => {
      await cardFrame(page);
      assertEquals(await textOf(page, "#pay button"), "Pay");
      await page.waitForSelector("#sdk-observer");
      const [width = 0, height = 0] = await page.$eval("#sdk-observer", (frame) => {
        const box = frame.getBoundingClientRect();
        return [box.width, box.height];
      });
      assertEquals([width, height], [1, 1]);
      await page.evaluate("client.destroy()");
      assertEquals(await page.$("#sdk-observer, #card iframe, #pay button"), null);
    });
  });
});

/** Typed for code that runs in the page: tests are compiled without its globals. */
declare function getComputedStyle(element: unknown): Readonly<Record<string, string>>;
