/** What a session's configuration and the client's own options decide: address, instalments, fields, warnings, log. */
import type { Browser, Frame, Page } from "puppeteer";
import { assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { RunningApp } from "../../support/app/app.ts";
import { cardFrame } from "../../support/frames.ts";
import { type InitOptions, type MerchantPage, typeCard, waitForEvent } from "../../support/merchant/merchant_page.ts";
import { inOwnPage, SharedPage } from "../../support/merchant/shared_page.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import { parseInit, payByCard } from "../../support/payments/pay_by_card.ts";
import type { InitResponse, PaymentMethodOption } from "../../../sdk/wire/config.ts";

/** Issued in Brazil, where instalments are offered. */
const BRAZILIAN = "4000000760000002";
/** Mexico has other instalments, but also three parts. */
const MEXICAN = "4000004840008001";
const INSTALLMENTS = "[id^=payrails-installments]";
const PAY = "#payrails-card-payment-button:not([disabled])";
const DROPIN = "#payrails-dropin-component";
const NEWS = `const news = (...names) => Object.fromEntries(names.map((name) =>
  [name, (...args) => { seen.push([name, ...JSON.parse(JSON.stringify(args))]); }]));`;

type ClientConfig = PaymentMethodOption["clientConfig"];

/** The same session with other settings for cards. */
function withCardConfig(init: InitResponse, change: ClientConfig): InitResponse {
  const config = JSON.parse(JSON.stringify(parseInit(init)));
  for (const { body } of config.execution.initialResults) {
    for (const option of body.data?.paymentCompositionOptions ?? []) {
      if (option.paymentMethodCode === "card") option.clientConfig = { ...option.clientConfig, ...change };
    }
  }
  return { ...init, data: btoa(JSON.stringify(config)) };
}

describe("options of session and client", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  interface Visit extends InitOptions {
    /** What the page does once it has `client`. */
    readonly script: string;
    readonly card?: ClientConfig;
    /** Options of init as source text. */
    readonly options?: string;
    readonly before?: (page: Page) => unknown;
  }

  interface Visited {
    readonly page: Page;
    readonly bodies: readonly Record<string, unknown>[];
    /** Warnings and errors of the SDK, oldest first. */
    readonly said: readonly string[];
  }

  const shared = new SharedPage();

  /** Most visits share one page. Each has a document of its own. */
  async function visit(
    { script, card, options = "{}", before, ...initRequest }: Visit,
    use: (visited: Visited) => Promise<void>,
  ) {
    await (before === undefined ? shared.visit.bind(shared) : inOwnPage)(browser, async (page) => {
      const errors: string[] = [];
      const said: string[] = [];
      const bodies: Record<string, unknown>[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => /^(warn|error)$/.test(message.type()) && said.push(message.text()));
      page.on("request", (request) => {
        if (request.method() !== "POST" || !request.url().endsWith("/authorize")) return;
        bodies.push(JSON.parse(request.postData() ?? "{}"));
      });
      await before?.(page);
      await page.goto(merchant.origin);
      const init = await merchant.init(initRequest);
      const session = JSON.stringify(card === undefined ? init : withCardConfig(init, card));
      await page.evaluate(`${NEWS} window.client = Payrails.init(${session}, ${options}); ${script}`);
      await use({ page, bodies, said });
      assertEquals(errors, []);
    });
  }

  const openCard = async (page: Page) => {
    await page.waitForSelector(DROPIN);
    await page.click("[data-testid=dropin-item-label-card]");
  };
  const pay = async (page: Page) => {
    await page.waitForSelector(PAY);
    await page.click(PAY);
    await waitForEvent(page, "onSuccess");
  };
  /** A card stored by an earlier payment, without a page. */
  const store = async (holderReference: string, cardNumber: string) => {
    await payByCard({
      initResponse: await merchant.init({ holderReference }),
      card: { cardNumber },
      storeInstrument: true,
    });
  };
  const itemOf = ([body]: Visited["bodies"]) => JSON.parse(JSON.stringify(body?.paymentComposition))[0];
  const fieldsOf = (frame: Frame) => frame.$$eval("input:not([tabindex='-1'])", (all) => all.map(({ id }) => id));
  const hasAddress = (page: Page) => page.$("#payrails-address-selector").then((found) => found !== null);
  const FORM = `client.cardForm().mount("#card"); client.paymentButton({ events: news("onSuccess") }).mount("#pay");`;

  const useDevelopmentBuild = async (page: Page) => {
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      void request.continue({ url: request.url().replace(/\/payrails\.js$/, "/payrails.development.js") });
    });
  };

  /** Events sent to the observability frame; it keeps the latest in `events`. */
  const heard = async (page: Page) => {
    const frame = await page.waitForFrame((candidate) => candidate.url().includes("/observability/5/"));
    // A hidden frame has no animation frames, on which waiting polls by default.
    await frame.waitForFunction("globalThis.events?.length > 0", { polling: 100 });
    return await frame.evaluate("events");
  };
  describe("billing address", () => {
    const ways: readonly (readonly [string, string, (page: Page) => Promise<unknown>])[] = [
      ["the card form", `client.cardForm(OPTIONS).mount("#card");`, async () => {}],
      ["the drop-in", `client.dropin({ paymentMethodsConfiguration: { cards: OPTIONS } }).mount("#card");`, openCard],
    ];
    for (const [element, script, open] of ways) {
      const visitWith = (options: string, card: ClientConfig, use: (page: Page) => Promise<void>) =>
        visit({ script: script.replace("OPTIONS", options), ...(card && { card }) }, async ({ page }) => {
          await open(page);
          await cardFrame(page);
          await use(page);
        });
      it(`S-CONFIG-11, S-ADDR-01: ${element} asks for it only where the session's method supports it`, async () => {
        await visitWith("{}", { supportsBillingInfo: true }, async (page) => {
          await page.waitForSelector("#payrails-address-selector #country-selector");
        });
        await visitWith("{}", { supportsBillingInfo: false }, async (page) => {
          assertEquals(await hasAddress(page), false);
        });
      });
      it(`S-CONFIG-11: the merchant's own setting for ${element} overrides the session's`, async () => {
        await visitWith("{ showAddressSelector: false }", { supportsBillingInfo: true }, async (page) => {
          assertEquals(await hasAddress(page), false);
        });
        await visitWith("{ showAddressSelector: true }", { supportsBillingInfo: false }, async (page) => {
          await page.waitForSelector("#payrails-address-selector");
        });
      });
    }
    it("S-CONFIG-11: a merchant's back end requests it with meta.billingInfo", async () => {
      await visit({ script: FORM, meta: { billingInfo: true } }, async ({ page }) => {
        await page.waitForSelector("#payrails-address-selector");
      });
    });
  });

  describe("client options", () => {
    const options =
      `{ paymentMethodsConfiguration: { cards: { showCardHolderName: true, showSingleExpiryDateField: true } } }`;
    const fields = ["CARD_NUMBER", "CARDHOLDER_NAME", "EXPIRATION_DATE", "CVV"];

    it("S-CONFIG-14: paymentMethodsConfiguration.cards sets the fields of the card form and of the drop-in", async () => {
      await visit({ options, script: FORM }, async ({ page }) => {
        assertEquals(await fieldsOf(await cardFrame(page)), fields);
      });
      await visit({ options, script: `client.dropin().mount("#card");` }, async ({ page }) => {
        await openCard(page);
        assertEquals(await fieldsOf(await cardFrame(page)), fields);
      });
    });
    it("S-CONFIG-14: a layout counts as well, and the form's own options override it", async () => {
      const layout =
        `{ paymentMethodsConfiguration: { cards: { layout: [["CVV"], ["EXPIRATION_DATE", "CARD_NUMBER"]] } } }`;
      await visit({ options: layout, script: FORM }, async ({ page }) => {
        assertEquals(await fieldsOf(await cardFrame(page)), ["CVV", "EXPIRATION_DATE", "CARD_NUMBER"]);
      });
      const own = `client.cardForm({ showCardHolderName: false }).mount("#card");`;
      await visit({ options, script: own }, async ({ page }) => {
        assertEquals(await fieldsOf(await cardFrame(page)), ["CARD_NUMBER", "EXPIRATION_DATE", "CVV"]);
      });
    });
  });

  describe("instalments", () => {
    const choices = async (page: Page): Promise<readonly unknown[]> => {
      await page.waitForSelector(`${INSTALLMENTS}:not([disabled])`);
      return Object.values(
        Object(
          await page.evaluate(`(() => {
        const select = document.querySelector("${INSTALLMENTS}");
        return [select.value, ...[...select.options].map(({ value }) => value)];
      })()`),
        ),
      );
    };

    it("S-INSTAL-01, S-CONFIG-11: are offered where the session supports them, and only the shopper chooses one", async () => {
      await visit({ script: FORM }, async ({ page, bodies }) => {
        await typeCard(await cardFrame(page), { number: BRAZILIAN });
        assertEquals(await choices(page), ["", "", "1", "2", "3", "6", "12"]);
        await pay(page);
        assertEquals("installments" in itemOf(bodies), false);
      });
      await visit({ script: FORM, card: { supportsInstallments: false } }, async ({ page }) => {
        await typeCard(await cardFrame(page), { number: BRAZILIAN });
        await page.waitForSelector(PAY);
        await page.waitForFunction("client.binLookup().then((found) => found?.issuerCountry?.code === 'BR')");
        assertEquals(await page.$(`${INSTALLMENTS}:not([disabled])`), null);
      });
    });
    it("S-COMPOSE-08: the shopper's choice is kept for another card with the same number of parts, and sent", async () => {
      await visit({ script: FORM }, async ({ page, bodies }) => {
        const frame = await cardFrame(page);
        await typeCard(frame, { number: BRAZILIAN });
        await choices(page);
        await page.select(INSTALLMENTS, "3");
        await frame.click("#CARD_NUMBER", { count: 3 });
        await frame.type("#CARD_NUMBER", MEXICAN);
        await page.waitForSelector(`${INSTALLMENTS} [value="9"]`);
        assertEquals((await choices(page))[0], "3");
        await pay(page);
        assertEquals(itemOf(bodies).installments, { count: 3 });
      });
    });
    it("S-COMPOSE-08, S-INSTR-04: a stored card is paid in the parts the shopper chose, in drop-in and list; without a choice in full", async () => {
      const holderReference = crypto.randomUUID();
      await store(holderReference, BRAZILIAN);
      const dropin = `client.dropin({ events: news("onSuccess") }).mount("#card");`;
      const list =
        `client.cardList().mount("#card"); client.paymentButton({ events: news("onSuccess") }).mount("#pay");`;
      for (const script of [dropin, list]) {
        const open = async (page: Page) => {
          await page.waitForSelector("#card input[type=radio]");
          await page.click("#card input[type=radio]");
        };
        await visit({ holderReference, script }, async ({ page, bodies }) => {
          await open(page);
          assertEquals(await choices(page), ["", "", "1", "2", "3", "6", "12"]);
          await page.select(INSTALLMENTS, "6");
          await pay(page);
          const { paymentInstrumentId, installments } = itemOf(bodies);
          assertEquals([typeof paymentInstrumentId, installments], ["string", { count: 6 }]);
        });
        await visit({ holderReference, script }, async ({ page, bodies }) => {
          await open(page);
          await choices(page);
          await pay(page);
          assertEquals("installments" in itemOf(bodies), false);
        });
      }
    });
  });

  describe("BIN look-up", () => {
    it("S-BIN-08, S-BIN-03: a drop-in with a closed card has no number and does not warn; an open one looks it up", async () => {
      await visit({ script: `client.dropin().mount("#card");` }, async ({ page, said }) => {
        await page.waitForSelector(DROPIN);
        assertEquals(await page.evaluate("client.binLookup().then((found) => found === undefined)"), true);
        assertEquals(said, []);
        await openCard(page);
        await (await cardFrame(page)).type("#CARD_NUMBER", "424242");
        await page.waitForFunction("client.binLookup().then((found) => found?.bin === '424242')");
      });
    });
  });

  describe("log", () => {
    it("S-OBS-01, S-LOG-01: the frame exists on a page with wallets only, and gets earlier errors", async () => {
      const script = `client.googlePayButton().mount("#card");`;
      const options = `{ scripts: { googlePay: "${app.origin}/nothing-here.js" } }`;
      await visit({ script, options }, async ({ page }) => {
        await page.waitForSelector("#sdk-observer");
        assertMatch(JSON.stringify(await heard(page)), /payrails:client:google_pay\.loading/);
      });
    });
    it("S-LOG-01: a card form that never loads is logged, before any READY", async () => {
      const before = async (page: Page) => {
        await page.setRequestInterception(true);
        page.on("request", (request) => {
          void (/\/card\/5\//.test(request.url()) ? request.abort() : request.continue());
        });
        await page.evaluateOnNewDocument(
          "{ const slow = setTimeout; window.setTimeout = (run, ms = 0) => slow(run, ms / 20); }",
        );
      };
      await visit({ script: `client.cardForm().mount("#card");`, before }, async ({ page }) => {
        assertMatch(JSON.stringify(await heard(page)), /payrails:card_form:iframe_loading/);
      });
    });
    it("S-CONST-21: with telemetry off there is no frame on a page of wallets either", async () => {
      const script = `window.wallet = client.googlePayButton().mount("#card");`;
      await visit({ script, options: "{ telemetry: { enabled: false } }" }, async ({ page }) => {
        await page.evaluate("wallet.ready");
        await new Promise((resolve) => setTimeout(resolve, 1500));
        assertEquals(await page.$("#sdk-observer"), null);
      });
    });
    it("S-SEC-04, S-FORMAT-03, S-SEC-02: warnings are logged at the default log level", async () => {
      const script = `window.made = client.collectContainer({ containerType: "COMPOSABLE", layout: [2] });
        made.then((container) => {
          const date = container.create({ type: "EXPIRATION_DATE", format: "DD.MM" });
          container.create({ type: "CARD_NUMBER" });
          container.mount("#card");
          date.setValue("12/39");
          date.clearValue();
        });`;
      await visit({ script }, async ({ page, said }) => {
        await cardFrame(page, ".CARD_NUMBER");
        await page.evaluate("made.then(() => undefined)");
        assertEquals(said.filter((text) => /DD\.MM/.test(text)).length, 1);
        assertEquals(said.filter((text) => /nothing was changed/.test(text)).length, 2);
      });
    });
  });

  describe("default texts and styles", () => {
    const texts = (page: Page, selector: string) =>
      page.$$eval(selector, (all) => all.map((one) => one.textContent?.trim()));

    it("S-LABEL-06, S-LABEL-07, S-LABEL-08: country, postal code, instalments and checkbox have the default texts", async () => {
      const script =
        `client.cardForm({ showAddressSelector: true, showStoreInstrumentCheckbox: true }).mount("#card");`;
      await visit({ script }, async ({ page }) => {
        await page.waitForSelector("#country-selector");
        assertEquals(await texts(page, "#card label"), [
          "Country",
          "Postal Code",
          "Split payment into monthly installments",
          "Save instrument for future payments",
        ]);
        assertEquals((await texts(page, "#country-selector option"))[0], "Select Country");
      });
    });
    it("S-LABEL-09: the fields have the default placeholders, with one date and with two", async () => {
      const rows = [
        ["false", ["1234 1234 1234 1234", "Card holder", "MM", "YY", "CVC"]],
        ["true", ["1234 1234 1234 1234", "Card holder", "MM/YY", "CVC"]],
      ] as const;
      for (const [isSingle, expected] of rows) {
        const script =
          `client.cardForm({ showCardHolderName: true, showSingleExpiryDateField: ${isSingle} }).mount("#card");`;
        await visit({ script }, async ({ page }) => {
          const frame = await cardFrame(page);
          const hints = await frame.$$eval(
            "input:not([tabindex='-1'])",
            (all) => all.map(({ placeholder }) => placeholder),
          );
          assertEquals<readonly string[]>(hints, expected);
        });
      }
    });
    it("S-BUTTON-04, S-BUTTON-03: a busy button has its loading style and its class, and loses both", async () => {
      const script = `client.cardForm().mount("#card");
        client.paymentButton({ disabledByDefault: false, styles: { base: { color: "rgb(1, 2, 3)" }, loading: { color: "rgb(4, 5, 6)" } },
          events: { ...news("onFailed"), onButtonClicked: () => new Promise((answer) => window.answer = answer) } }).mount("#pay");`;
      await visit({ script }, async ({ page }) => {
        const look = () =>
          page.$eval("#pay button", (one) => [getComputedStyle(one).color, String(one.classList.contains("loading"))]);
        assertEquals(await look(), ["rgb(1, 2, 3)", "false"]);
        await typeCard(await cardFrame(page), { number: BRAZILIAN });
        await page.waitForSelector(PAY);
        await page.click(PAY);
        await page.waitForFunction("window.answer !== undefined");
        assertEquals(await look(), ["rgb(4, 5, 6)", "true"]);
        await page.evaluate("answer(false)");
        await waitForEvent(page, "onFailed");
        await page.waitForSelector(PAY);
        assertEquals(await look(), ["rgb(1, 2, 3)", "false"]);
      });
    });
  });

  describe("settings with a visible effect", () => {
    const color = (page: Page, selector: string) =>
      page.waitForSelector(selector).then(() => page.$eval(selector, (one) => getComputedStyle(one).color));
    const FIRST = "rgb(1, 2, 3)";
    const NEXT = "rgb(4, 5, 6)";

    it("S-FORM-08, S-INSTAL-04: update() of the card form restyles elements in the page as well", async () => {
      const styles = (value: string) => {
        const css = { color: value };
        const addressSelector = { wrapper: css, countrySelector: css, postalCodeInput: css };
        return JSON.stringify({
          ...{ wrapper: css, storeInstrumentCheckbox: css, addressSelector, paymentInstallmentsDropdown: css },
        });
      };
      const script = `window.form = client.cardForm({ showAddressSelector: true, showStoreInstrumentCheckbox: true,
        styles: ${styles(FIRST)} }).mount("#card");`;
      const parts = ["#payrails-card-form", ".payrails-store-instrument", "#payrails-address-selector"];
      const all = [...parts, "#country-selector", "#postal-code-input", INSTALLMENTS];
      await visit({ script }, async ({ page }) => {
        for (const part of all) assertEquals(await color(page, part), FIRST, part);
        await page.evaluate(`form.update({ styles: ${styles(NEXT)} })`);
        for (const part of all) assertEquals(await color(page, part), NEXT, part);
      });
    });
    it("S-CONFIG-14, S-LABEL-08: texts and styles in the drop-in's card settings apply, below its own", async () => {
      const script = `client.dropin({
        paymentMethodsConfiguration: { cards: {
          translations: { labels: { storeInstrument: "Keep it", CARD_NUMBER: "Number" } },
          styles: { wrapper: { color: "${FIRST}" }, storeInstrumentCheckbox: { color: "${FIRST}" } } } },
        translations: { cardForm: { labels: { CARD_NUMBER: "PAN" } } },
        styles: { cardForm: { storeInstrumentCheckbox: { color: "${NEXT}" } } } }).mount("#card");`;
      await visit({ script }, async ({ page }) => {
        await openCard(page);
        const label = await (await cardFrame(page)).$eval("label[for=CARD_NUMBER]", (one) => one.textContent);
        const save = await page.$eval(".payrails-store-instrument", (one) => one.textContent);
        assertEquals([label, save], ["PAN", "Keep it"]);
        assertEquals([await color(page, "#payrails-card-form"), await color(page, ".payrails-store-instrument")], [
          FIRST,
          NEXT,
        ]);
      });
    });
    it("S-INSTR-02, S-INSTR-03: a list of cards shows the chosen one, can be restyled, and says when it is empty", async () => {
      await visit({ script: `client.cardList().mount("#card");` }, async ({ page }) => {
        await page.waitForSelector("#payrails-card-list");
        assertMatch(String(await page.$eval("#payrails-card-list", (root) => root.textContent)), /Unavailable/);
      });
      const holderReference = crypto.randomUUID();
      await store(holderReference, "4242424242424242");
      const list = `window.list = client.cardList({ appearance: { borderRadius: "3px" },
        styles: { element: { base: { color: "${FIRST}" }, active: { color: "${NEXT}" } } } }).mount("#card");`;
      await visit({ holderReference, script: list }, async ({ page }) => {
        assertEquals(await color(page, "#card .payrails-dropin-item"), FIRST);
        await page.click("#card input[type=radio]");
        assertEquals(await color(page, "#card .payrails-dropin-item.active"), NEXT);
        await page.evaluate("client.setState({})");
        await page.waitForFunction(
          `getComputedStyle(document.querySelector("#card .payrails-dropin-item")).color === "${FIRST}"`,
        );
        const radius = () =>
          page.$eval(
            "#payrails-card-list",
            (root) => getComputedStyle(root).getPropertyValue("--payrails-border-radius"),
          );
        assertEquals(await radius(), "3px");
        await page.evaluate(`list.update({ appearance: { borderRadius: "9px" } })`);
        await page.waitForFunction(`getComputedStyle(document.querySelector("#payrails-card-list"))
          .getPropertyValue("--payrails-border-radius") === "9px"`);
      });
    });
    it("S-ELEM-05: fonts and copyIcon of pages written for 5.x have no effect; the development build says so", async () => {
      const fonts = `fonts: ["https://fonts.example/a.css"]`;
      const copyIcon = "styles: { inputFields: { CARD_NUMBER: { copyIcon: { color: 'red' } } } }";
      const script = `client.cardForm({ ${fonts}, ${copyIcon} }).mount("#card");
        client.dropin({ ${fonts} }).mount("#pay");
        window.made = client.collectContainer({ containerType: "COLLECT", ${fonts} });`;
      const warned = async (visited: Omit<Visit, "script">) => {
        let names: readonly string[] = [];
        await visit({ ...visited, script }, async ({ page, said }) => {
          await page.evaluate("made.then(() => undefined)");
          await page.waitForSelector(DROPIN);
          await cardFrame(page);
          names = said.flatMap((text) => /^payrails: (fonts|copyIcon) has no effect/.exec(text)?.[1] ?? []).toSorted();
        });
        return names;
      };
      assertEquals(await warned({}), []);
      assertEquals(await warned({ before: useDevelopmentBuild }), ["copyIcon", "fonts"]);
      await visit({ script: FORM }, async ({ page, said }) => {
        await cardFrame(page);
        assertEquals(said, []);
      });
    });
    it("S-SEC-04, S-EVENT-01: fields of a container have all methods of elements, even before their code has loaded", async () => {
      const script = `window.container = client.collectContainer({ containerType: "COMPOSABLE", layout: [1] });
        window.field = container.createCollectElement({ type: "CVV" });
        const stopped = () => seen.push(["stopped"]);
        const heard = () => seen.push(["heard"]);
        field.on("CHANGE", stopped).on("CHANGE", heard).off("CHANGE", stopped).setValue("123").clearValue();
        container.mount("#card");`;
      await visit({ script }, async ({ page, said }) => {
        const frame = await cardFrame(page, ".CVV input");
        assertEquals(said.filter((text) => /nothing was changed/.test(text)).length, 1);
        await frame.type(".CVV input", "12");
        await page.waitForFunction("seen.length === 2");
        await page.evaluate("field.reset()");
        await frame.waitForFunction(`document.querySelector(".CVV input").value === ""`);
        await page.waitForFunction("seen.length === 3");
        assertEquals(await page.evaluate("seen.every(([name]) => name === 'heard')"), true);
      });
    });
    it("S-OBS-01: a client has one observability frame, whatever it shows", async () => {
      const script = `client.cardForm().mount("#card");
        window.container = client.collectContainer({ containerType: "COMPOSABLE", layout: [1] });
        window.field = container.createCollectElement({ type: "CVV" });
        container.mount("#pay");`;
      await visit({ script, options: "{ telemetry: { logLevel: 'debug' } }" }, async ({ page }) => {
        await page.waitForSelector("#pay iframe");
        await page.waitForSelector("#sdk-observer");
        await new Promise((resolve) => setTimeout(resolve, 1500));
        assertEquals((await page.$$("#sdk-observer")).length, 1);
        await page.evaluate("field.setValue('1')");
        assertMatch(JSON.stringify(await heard(page)), /nothing was changed/);
        await page.evaluate("client.destroy()");
        assertEquals(await page.$("#sdk-observer"), null);
      });
    });
  });
});

/** Typed for code that runs in the page: tests are compiled without its globals. */
declare function getComputedStyle(
  element: unknown,
): { readonly color: string; readonly getPropertyValue: (name: string) => string };
