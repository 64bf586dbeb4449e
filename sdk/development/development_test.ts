/** What the development build says outside a browser: once each, on a server, in React, and of values in options. */
import { assertEquals, assertThrows } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { readFileSync } from "node:fs";
import { createElement } from "react";
import { install } from "@sinonjs/fake-timers";
import { renderToString } from "react-dom/server";
import { mistakesOf } from "../../tests/support/docs/mistakes.ts";
import { openSmallPage, type SmallElement } from "../../tests/support/small_page/small_page.ts";
import { CardForm, PaymentButton } from "../react/mod.ts";
import { forgetAdvice, shown } from "./advise.ts";
import { Payrails } from "./mod.ts";

const PAGE = new URL("../../docs/merchants/launch/mistakes.md", import.meta.url);
const [onServer, inReact] = mistakesOf(readFileSync(PAGE, "utf8")).filter(({ chapter }) =>
  chapter === "Server and React"
);
const CONFIG = { token: "t", execution: { id: "e1", links: { self: "https://shop.test/e1" }, initialResults: [] } };
const INIT = { version: "5", data: btoa(JSON.stringify(CONFIG)) };

describe("the development build", () => {
  const { warn } = console;
  let heard: string[] = [];
  beforeEach(() => {
    heard = [];
    forgetAdvice();
    console.warn = (text: string) => void heard.push(text.replace(/^payrails: /, ""));
  });
  afterEach(() => void (console.warn = warn));

  /** What the client says on a page while `use` runs. */
  function saidOn(use: (page: typeof Payrails) => unknown, more: Readonly<Record<string, unknown>> = {}) {
    const page = openSmallPage({ origin: "https://shop.test", more });
    try {
      use(Payrails);
    } finally {
      page.close();
    }
    return heard;
  }

  it("answers a client on a server, and a component outside the provider once", () => {
    assertEquals(onServer?.program, "Payrails.init(init)");
    const { message } = assertThrows(() => Payrails.init(INIT), Error);
    assertEquals(message, onServer?.sentence);
    assertEquals(inReact?.program, "createElement(CardForm)");
    for (const _ of ["first", "second"]) renderToString(createElement(CardForm));
    renderToString(createElement(PaymentButton));
    const other = inReact?.sentence.replace("CardForm", "PaymentButton");
    assertEquals(heard, [inReact?.sentence, other]);
  });

  it("new Payrails() without options makes a client, too, as pages without types write it", () => {
    saidOn((client) => {
      const made: unknown = Reflect.construct(client, [INIT]);
      assertEquals(made instanceof client && made.query("executionId"), "e1");
    });
  });

  it("says each sentence once per page, and nothing about options that are right", () => {
    const right = { environment: "TEST", locale: "de-CH", telemetry: { logLevel: "debug" } } as const;
    const urls = {
      returnInfo: { success: "https://shop.test/thanks" },
      redirectHosts: ["*.bank.example", "localhost:8000"],
    };
    assertEquals(saidOn((client) => client.init(INIT, { ...right, ...urls })), []);
    const wrong = asOptions({ locales: "de" });
    assertEquals(saidOn((client) => [client.init(INIT, wrong), client.init(INIT, wrong)]), [
      "init has no option locales: use locale",
    ]);
  });

  it("says what an option of a wrong type should be, even inside others", () => {
    const wrong = asOptions({ showCardHolderName: "yes", translations: { labels: "de" } });
    assertEquals(saidOn((client) => client.init(INIT).cardForm(wrong)), [
      'showCardHolderName of cardForm is "yes": give true or false',
      'translations.labels of cardForm is "de": give an object',
    ]);
  });

  it("returns what the client returns, and passes on what the client throws", () => {
    saidOn((client) => {
      const made = client.init(INIT);
      assertEquals(made instanceof client, true);
      assertEquals(made.cardForm({ showCardHolderName: true }), made.cardForm());
      assertEquals(made.query("executionId"), "e1");
      assertThrows(() => client.init({ version: "5", data: "" }), Error, "The SDK configuration is malformed");
    });
    assertEquals(heard, []);
  });

  it("does not treat the same options twice as a mistake, as React mounts components twice in development", () => {
    assertEquals(
      saidOn((client) => {
        const made = client.init(INIT);
        for (const _ of ["first", "second"]) made.cardForm({ showCardHolderName: true, events: { onReady() {} } });
        client.init(INIT).cardForm({ showCardHolderName: false });
      }),
      [],
    );
  });

  it("says that other options come too late for an existing element, and are not read", () => {
    const said = saidOn((client) => {
      const made = client.init(INIT);
      made.cardForm({ showCardHolderName: true });
      made.cardForm({});
      made.cardForm();
    }).splice(0);
    assertEquals(said, []);
    const other = saidOn((client) => {
      const made = client.init(INIT);
      made.cardForm({ showCardHolderName: true });
      made.cardForm({ showCardHolderName: false });
    });
    assertEquals(other, [
      "cardForm gave back the element it had made before, so these options have no effect: pass them to the first call, " +
      "or change the element by its update()",
    ]);
  });

  it("names an option that an element cannot change later, and nothing that it can", () => {
    const change = (method: "cardForm" | "dropin" | "paypalButton", changes: object) =>
      saidOn((client) => asElement(client.init(INIT)[method]()).update(changes)).splice(0);
    const looks = { styles: {}, appearance: {}, translations: {}, events: {} };
    assertEquals([change("cardForm", looks), change("dropin", { appearance: {}, translations: {} })], [[], []]);
    const once = (method: string, option: string) =>
      `${method} reads ${option} once, when it is made, so this change has no effect: make it again with a new client, ` +
      "in React by another key of PayrailsProvider";
    assertEquals(change("cardForm", { showCardHolderName: true }), [once("cardForm", "showCardHolderName")]);
    assertEquals(change("dropin", { styles: {} }), [once("dropin", "styles")]);
    assertEquals(change("paypalButton", { styles: {} }), [once("paypalButton", "styles")]);
  });

  it("names what the page's policy blocks, and nothing that a policy only reports", () => {
    const blocked = { blockedURI: "https://pay.google.com/gp/p/js/pay.js", effectiveDirective: "script-src-elem" };
    const said = saidOn((client) => {
      client.init(INIT);
      for (const disposition of ["report", "enforce"]) {
        (document as unknown as SmallElement).fire("securitypolicyviolation", { ...blocked, disposition });
        if (disposition === "report") assertEquals(heard, []);
      }
    });
    assertEquals(said, [
      `The content security policy of the page blocks ${blocked.blockedURI}: add https://pay.google.com to script-src`,
    ]);
  });

  it("warns of a page without https, which cannot encrypt a card", () => {
    assertEquals(saidOn((client) => client.init(INIT), { isSecureContext: false }), [
      "The page is not served over https, so that no card can be sent: serve it over https; for development, localhost " +
      "will do",
    ]);
  });

  it("reads options of a method with many names: it lists few, and names the nearest", () => {
    const optionsOf = (given: object) => saidOn((client) => client.init(INIT).cardForm(asOptions(given))).at(-1);
    assertEquals(optionsOf({ xyz: 1 }), "cardForm has no option xyz: remove it");
    assertEquals(optionsOf({ layuot: [] }), "cardForm has no option layuot: use layout");
    assertEquals(
      optionsOf({ styles: { addressSelector: { zip: {} } } }),
      "cardForm has no option styles.addressSelector.zip: remove it, or use countrySelector, postalCodeInput or wrapper",
    );
  });

  it("names what is accepted without effect: callbacks that a button never calls, fonts, an icon to copy by, and where a card field would be stored", () => {
    const never = {
      onSaveInstrumentCheckboxChanged() {},
      onBillingAddressChanged() {},
      onDeliveryAddressChanged() {},
      onPaymentOptionSelected() {},
    };
    const wallet = { events: { onBillingAddressChanged() {}, onSuccess() {} } };
    const copied = { styles: { inputFields: { all: { copyIcon: {} } } }, fonts: [{ src: "https://fonts.example/a" }] };
    const said = saidOn((client) => {
      const made = client.init(INIT);
      made.paymentButton({ events: { ...never, onSuccess() {} } });
      made.googlePayButton({ ...wallet, environment: "TEST" });
      made.applePayButton(wallet);
      made.paypalButton(wallet);
      made.cardForm(copied);
      const container = made.collectContainer({ containerType: "COLLECT" });
      container.createCollectElement({ type: "CVV", skyflowID: "record-1" });
      container.createCollectElement({ type: "CARD_NUMBER", table: "people", column: "pan" });
      container.createCollectElement({ type: "INPUT_FIELD", name: "town", table: "people", column: "town" });
      container.createCollectElement({ type: "INPUT_FIELD", name: "city", skyflowID: "record-1" });
    });
    const named = said.map((text) => /^(\w+) has no effect(?: on (\w+))?: \w/.exec(text)?.slice(1, 3).join(" ").trim());
    assertEquals(named, [
      ...Object.keys(never).map((name) => `${name} paymentButton`),
      "onBillingAddressChanged googlePayButton",
      "onBillingAddressChanged applePayButton",
      "onBillingAddressChanged paypalButton",
      "fonts",
      "copyIcon",
      "skyflowID CVV",
      "table CARD_NUMBER",
      "column CARD_NUMBER",
    ]);
  });

  it("names options of the drop-in that its wallets and hosted pages do not have, each with where it works", () => {
    const at = "paymentMethodsConfiguration";
    const marks = { id: "pay", className: "wide", dataTestId: "pay", events: {}, showPaymentMethodLogo: false };
    const storing = { alwaysStoreInstrument: true, styles: {}, translations: {} };
    const right = {
      preselectFirstPaymentOption: true,
      cards: { appearance: {}, showAmount: true, layout: [["CARD_NUMBER"]] },
      payPal: { ...marks, ...storing, showStoredInstruments: false },
      googlePay: { ...marks, ...storing, merchantInfo: { merchantId: "m" } },
      applePay: { ...marks, ...storing, clientDomain: "shop.test" },
      lean: marks,
      pix: { ...marks, openInNewTab: true },
    };
    const dropinWith = (settings: object) =>
      saidOn((client) => client.init(INIT).dropin({ paymentMethodsConfiguration: { ...settings } })).splice(0);
    assertEquals(dropinWith(right), []);
    const idle = {
      payPal: { showAmount: true, appearance: {} },
      googlePay: { clientDomain: "shop.test" },
      pix: { styles: {}, requireCvv: undefined },
      lean: { alwaysStoreInstrument: true },
    };
    assertEquals(dropinWith(idle), [
      `${at}.payPal.appearance has no effect: give it to the drop-in`,
      `${at}.payPal.showAmount has no effect: it is an option of cards`,
      `${at}.googlePay.clientDomain has no effect: give it to applePay`,
      `${at}.pix.styles has no effect: give them in styles of the drop-in`,
      `${at}.lean.alwaysStoreInstrument has no effect: it is an option of cards`,
    ]);
  });

  it("says that a button without a form has nothing to pay with, unless it got another client's form", () => {
    const clock = install({ toFake: ["setTimeout", "clearTimeout"] });
    const told = (own: string, hasForm: boolean) =>
      saidOn((client) => {
        const place = document.createElement("div");
        document.body.append(place);
        const execution = { ...CONFIG.execution, id: own };
        const button = client.init({ version: "5", data: btoa(JSON.stringify({ ...CONFIG, execution })) })
          .paymentButton();
        if (hasForm) button.setCardForm(client.init(INIT).cardForm());
        button.mount(place);
        clock.tick(3_000);
        button.unmount();
      }).splice(0);
    try {
      assertEquals(told("e2", true), []);
      assertEquals(told("e3", false).map((text) => text.split(" and ")[0]), ["paymentButton has nothing to pay with"]);
    } finally {
      clock.uninstall();
    }
  });

  it("shows values as they were written, and cuts long ones", () => {
    assertEquals([shown("a"), shown(1), shown(true), shown([]), shown({}), shown(() => 1)], [
      '"a"',
      "1",
      "true",
      "an array",
      "an object",
      "a function",
    ]);
    assertEquals(shown("x".repeat(100)).length, 61);
  });
});

/** Options that the types refuse. */
function asOptions(given: object): Readonly<Record<string, never>> {
  return given as Readonly<Record<string, never>>;
}

/** Programs without types pass any option. */
function asElement(element: object) {
  return element as { update(changes: object): void };
}
