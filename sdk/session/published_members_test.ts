/** What programs for 5.45.0 call on a client and its elements, and what each call does. */
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { turns, until } from "../../tests/support/small_page/small_channel.ts";
import { loadFrame, type SmallFrame } from "../../tests/support/small_page/small_frame.ts";
import { asElement, openSmallPage, SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import { Payrails } from "../client.ts";
import { LazyContainer as PayrailsCollectContainer } from "../collect/lazy/lazy_container.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { InitializedExecution } from "../execution/execution.ts";
import type { PayrailsClientOptions } from "../options.ts";
import type { InitResponse } from "../wire/config.ts";

const PAGE = "http://localhost:5557";
const BASE = `${PAGE}/services/payments/client`;
const stored = (id: string) => ({
  id,
  paymentMethod: "card",
  status: "enabled" as const,
  displayName: `Visa ${id}`,
  data: { bin: "42424242", network: "visa" },
});
const CHOICES = { US: [{ count: 3, amount: { value: "0.34", currency: "EUR" } }] };
const SCHEMA = {
  required: ["iban"],
  properties: { iban: { type: "string", title: "IBAN", pattern: "^DE", minLength: 4 } },
};

let made = 0;

describe("what programs for 5.45.0 call", () => {
  let page: SmallPage;
  let client: Payrails;
  let init: InitResponse;
  let calls: { readonly url: string; readonly method: string; readonly body: unknown }[];
  const frames: SmallFrame[] = [];
  const { fetch } = globalThis;

  function start(
    options: PayrailsClientOptions = {},
    links: object = { binLookup: { href: `${BASE}/bin-lookup` } },
    { holderReference = "holder", providerConfigId = "p" } = {},
  ) {
    const methods = [
      {
        paymentMethodCode: "card",
        integrationType: "api",
        clientConfig: { supportsInstallments: true, supportsBillingInfo: false, installments: CHOICES },
        paymentInstruments: [stored("s1"), stored("s2")],
      },
      { paymentMethodCode: "pix", integrationType: "hpp", paymentInstruments: [] },
      {
        paymentMethodCode: "bankAccount",
        integrationType: "api",
        clientConfig: { instrumentDataSchema: SCHEMA },
        paymentInstruments: [],
      },
    ];
    const body = {
      name: "lookup",
      data: { paymentCompositionOptions: methods },
      links: {
        authorize: { href: `${BASE}/authorize` },
        payout: { href: `${BASE}/payout` },
        createInstrument: { href: `${BASE}/instruments` },
      },
    };
    const config = {
      token: "token",
      holderReference,
      amount: { value: "1.00", currency: "EUR" },
      links,
      vaultConfiguration: { vaultId: "v", vaultUrl: "http://127.0.0.1:9", providerConfigId, links: {} },
      execution: {
        id: `members${++made}`,
        workflow: { code: "payment-acceptance", version: 1 },
        meta: { customer: { email: "a@b.test" }, order: { reference: "r" }, clientContext: { host: "h" } },
        links: { self: `${BASE}/self` },
        initialResults: [{ httpCode: 200, body }],
      },
    };
    init = { version: "2.0", data: btoa(JSON.stringify(config)) };
    return client = Payrails.init(init, { telemetry: { enabled: false }, ...options });
  }

  beforeEach(() => {
    page = openSmallPage({ origin: PAGE });
    calls = [];
    globalThis.fetch = (url, init) => {
      const body = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
      calls.push({ url: String(url), method: init?.method ?? "GET", body });
      return Promise.resolve(Response.json({ id: "i1", network: "visa", issuerCountry: { code: "US" } }));
    };
    start();
  });
  afterEach(() => {
    client.destroy();
    for (const frame of frames.splice(0)) frame.close();
    globalThis.fetch = fetch;
    page.close();
  });

  function placeIn(): SmallElement {
    const place = new SmallElement("div", () => {});
    page.body.append(place);
    return place;
  }
  const tagged = (place: SmallElement, tag: string) => place.all().filter(({ tagName }) => tagName === tag);
  async function formIn(place: SmallElement, options: Parameters<Payrails["cardForm"]>[0] = {}) {
    const form = client.cardForm(options).mount(asElement(place));
    const [iframe] = tagged(place, "iframe");
    assert(iframe !== undefined, "the form has no frame");
    const frame = await loadFrame(iframe, {
      answer: ({ type }) =>
        type === "validate"
          ? { type: "validated", faults: {} }
          : type === "collect"
          ? { type: "collected", encryptedData: "a.b.c.d.e" }
          : undefined,
    });
    frames.push(frame);
    await until(() => frame.heard.length > 0);
    const type = (bin: string, isValid = false) =>
      frame.say({
        type: "event",
        name: "CHANGE",
        field: "CARD_NUMBER",
        form: { isValid, brand: "VISA", bin, fields: {} },
      });
    return { form, frame, type };
  }

  describe("on the pay button", () => {
    it("setDisabled(true) holds whatever the form says; setDisabled(false) lets the form decide, and enables no empty one", async () => {
      const states: string[] = [];
      const place = placeIn();
      const button = client.paymentButton({ events: { onStateChanged: (state) => states.push(state) } });
      button.mount(asElement(place));
      const [node] = tagged(place, "button");
      const { type } = await formIn(placeIn());
      for (const isDisabled of [false, true, false, true]) {
        button.setDisabled(isDisabled);
        assertEquals([node?.disabled, states], [true, []]);
      }
      await type("42424242", true);
      assertEquals([node?.disabled, states], [true, []]);
      button.setDisabled(false);
      assertEquals([node?.disabled, states], [false, ["enabled"]]);
      await type("4242", false);
      assertEquals([node?.disabled, states], [true, ["enabled", "disabled"]]);
    });

    it("triggerLoading shows and hides the loading state, in which the button is disabled", () => {
      const place = placeIn();
      const button = client.paymentButton({ disabledByDefault: false }).mount(asElement(place));
      const [node] = tagged(place, "button");
      const state = () => [node?.disabled, node?.classes.has("loading"), node?.getAttribute("aria-busy")];
      button.triggerLoading(true);
      assertEquals(state(), [true, true, "true"]);
      button.triggerLoading(false);
      assertEquals(state(), [false, false, "false"]);
    });

    it("setLabel changes the label; disabledByDefault returns the option", () => {
      const place = placeIn();
      const button = client.paymentButton().mount(asElement(place));
      button.setLabel("Pay 1 €");
      const [label] = place.all().filter(({ className }) => className === "payrails-button-label");
      assertEquals([label?.textContent, button.disabledByDefault], ["Pay 1 €", true]);
    });

    for (const name of ["setSavedCreditCard", "setSavedInstrument"] as const) {
      it(`${name} pays with the stored card, which the list marks; null returns to the form`, async () => {
        const [listPlace, place] = [placeIn(), placeIn()];
        await client.cardList().mount(asElement(listPlace)).ready;
        const button = client.paymentButton().mount(asElement(place));
        const [node] = tagged(place, "button");
        const [card] = client.getSavedCreditCards();
        assert(card !== undefined);
        assertEquals([button.selectedInstrument, button.bin], [null, undefined]);
        button[name](card);
        await turns();
        assertEquals([button.selectedInstrument?.id, button.bin, node?.disabled], ["s1", "42424242", false]);
        assertEquals(tagged(listPlace, "input").map((radio) => Reflect.get(radio, "checked")), [true, false]);
        button[name](null);
        assertEquals([button.selectedInstrument, node?.disabled], [null, true]);
        button.selectedInstrument = card;
        assertEquals(button.selectedInstrument?.id, "s1");
      });
    }

    it("setCardForm pays with the form of another client, whose card is sealed for the session of the button", async () => {
      const first = client;
      const own = init;
      const place = placeIn();
      const button = first.paymentButton().mount(asElement(place));
      const second = start({}, {}, { holderReference: "another", providerConfigId: "other" });
      try {
        const { form, frame, type } = await formIn(placeIn());
        button.setCardForm(form);
        await type("55555555", true);
        assertEquals([button.bin, form.bin], ["55555555", "55555555"]);
        const sent = () => calls.find(({ url }) => url.endsWith("/authorize"));
        tagged(place, "button")[0]?.fire("click");
        await until(() => sent() !== undefined);
        const { execution } = JSON.parse(atob(own.data));
        const asked = frame.heard.find((message) => message.type === "collect");
        assertEquals([asked?.holderReference, asked?.execution], ["holder", execution.id]);
        const { paymentInstrumentData } = Object(sent()?.body).paymentComposition[0];
        assertEquals(paymentInstrumentData.vaultProviderConfigId, "p");
      } finally {
        first.destroy();
        assert(client === second);
      }
    });

    it("setPaymentInstallmentsDropdown sends its count with a stored card; without one nothing is sent", async () => {
      const place = placeIn();
      const button = client.paymentButton().mount(asElement(place));
      const [card] = client.getSavedCreditCards();
      button.setSavedInstrument(card ?? null);
      assertEquals(button.paymentInstallmentElement, null);
      async function pays(): Promise<unknown> {
        const before = calls.length;
        const sent = () => calls.slice(before).find(({ url }) => url.endsWith("/authorize"));
        tagged(place, "button")[0]?.fire("click");
        await until(() => sent() !== undefined);
        return Object(sent()?.body).paymentComposition[0].installments;
      }
      button.setPaymentInstallmentsDropdown({ selectedInstallmentValue: 3 });
      assertEquals(await pays(), { count: 3 });
      client.destroy();
      start();
      const [again] = [client.paymentButton().mount(asElement(place))];
      again.setSavedInstrument(card ?? null);
      again.setPaymentInstallmentsDropdown({ selectedInstallmentValue: 0 });
      assertEquals(await pays(), undefined);
    });
  });

  describe("on the card form and its look-up", () => {
    it("id, className and dataTestId mark its outermost node, and are read back", () => {
      const place = placeIn();
      const form = client.cardForm({ id: "mine", className: ["one two", "three"], dataTestId: "card" });
      assertEquals([form.id, form.dataTestId, form.selector, form.parentElement], ["mine", "card", "#mine", null]);
      form.mount(asElement(place));
      const [root] = place.children;
      assertEquals([root?.id, [...root?.classes ?? []], root?.getAttribute("data-testid")], [
        "mine",
        ["one", "two", "three"],
        "card",
      ]);
      assert(form.parentElement !== null);
    });

    it("fetchBinLookup looks up the typed digits; with fewer than 6 it returns only those", async () => {
      const { form, type } = await formIn(placeIn());
      assertEquals([await form.fetchBinLookup(), form.isBinLookupEnabled, calls.length], [{ bin: "" }, true, 0]);
      await type("42424242");
      calls.length = 0;
      assertEquals((await form.fetchBinLookup()).network, "visa");
      start({}, {});
      assertEquals(client.cardForm().isBinLookupEnabled, false);
    });

    it("getErrorTextStyles and prepareInputStyles return the given styles", () => {
      const [form, styles] = [client.cardForm(), { base: { color: "red" } }];
      assertEquals([form.getErrorTextStyles(styles), form.prepareInputStyles(styles, "CVV")], [styles, styles]);
    });

    it("onChange() calls the option of this name with the state as it is", async () => {
      const seen: unknown[] = [];
      const { form, type } = await formIn(placeIn(), { events: { onChange: ({ bin }) => seen.push(bin) } });
      await type("42424242");
      seen.length = 0;
      form.onChange();
      assertEquals(seen, ["42424242"]);
    });

    it("update({ installmentConfig }) of the client replaces the choices; null restores the session's", async () => {
      const place = placeIn();
      const { type } = await formIn(place);
      await type("42424242");
      const shown = () => tagged(place, "option").map(({ textContent }) => textContent);
      await until(() => shown().length > 0);
      const own = shown();
      assert(own.some((text) => text.startsWith("3 x")), own.join());
      client.update({ installmentConfig: { installmentOptions: [{ count: 5, amount: 0.2 }] } });
      await until(() => shown().some((text) => text.startsWith("5 x")));
      assertEquals(shown().filter((text) => text.includes(" x ")), ["5 x €0.20"]);
      client.update({ installmentConfig: null });
      await until(() => shown().some((text) => text.startsWith("3 x")));
      assertEquals(shown(), own);
      client.cardForm().updateInstallmentConfig({ installmentCountry: "XX", installmentOptions: {} });
      await until(() => shown().every((text) => !text.includes(" x ")));
      assertEquals(shown().filter((text) => text.includes(" x ")), []);
    });
  });

  describe("on lists, containers and hosted pages", () => {
    it("cardList({ onCardChange }) reports the card; reset selects none, and the button pays with the form again", async () => {
      const place = placeIn();
      const seen: string[] = [];
      const list = client.cardList({ onCardChange: ({ id }) => seen.push(id) });
      await list.mount(asElement(place)).ready;
      const button = client.paymentButton().mount(asElement(placeIn()));
      const [first, second] = tagged(place, "input");
      Object.assign(second ?? {}, { checked: true });
      second?.fire("change");
      assertEquals([seen, button.selectedInstrument?.id], [["s2"], "s2"]);
      list.reset();
      await turns();
      assertEquals([first, second].map((radio) => Reflect.get(radio ?? {}, "checked")), [false, false]);
      assertEquals(button.selectedInstrument, null);
      assertEquals([list.id, list.selector, list.parentElement !== null], [
        "payrails-card-list",
        "#payrails-card-list",
        true,
      ]);
    });

    it("a container looks up a bin, and its fields say whether they are valid before their code has loaded", async () => {
      const container = client.collectContainer({ containerType: "COLLECT" });
      const field = container.createCollectElement({ type: "CVV", required: true });
      assertEquals([field.isValidElement(), field.getState().required, container.bin], [false, true, ""]);
      assertEquals([container.isBinLookupEnabled, (await container.fetchBinLookup("424242")).network], [true, "visa"]);
      assertEquals(await container.fetchBinLookup("4"), { bin: "4" });
      assertEquals(
        [container.id, container.className, container.dataTestId],
        Array(3).fill("payrails-container-wrapper"),
      );
      await container;
      assertEquals([field.isValidElement(), field.getState().required], [false, true]);
    });

    it("a container that a program makes of its own vault client is refused, with the call that makes one", () => {
      for (const make of [() => new PayrailsCollectContainer({}, {}), () => PayrailsCollectContainer.init({}, {})]) {
        const { code } = assertThrows(make, SdkError, "client.collectContainer(options)");
        assertEquals(code, "payrails:client:container_without_session");
      }
    });

    it("what a field accepts without effect is named in the console: altText", async () => {
      const warned: string[] = [];
      const { warn } = console;
      console.warn = (text: string) => void warned.push(text);
      try {
        const container = client.collectContainer({ containerType: "COLLECT" });
        container.createCollectElement({ type: "CVV", name: "code", altText: "123" });
        container.createCollectElement({ type: "CARD_NUMBER", placeholder: "1234" });
        await container;
        await until(() => warned.length >= 1);
      } finally {
        console.warn = warn;
      }
      assertEquals(warned, [
        "payrails: altText of code has no effect: a page cannot fill in a field, so use placeholder",
      ]);
    });

    it("the button of Revolut Pay has its theme and its own label; update changes its styles and callbacks", async () => {
      const place = placeIn();
      const button = client.genericRedirectButton({
        paymentMethod: { paymentMethodCode: "revolutPay" },
        styles: { theme: "dark", width: "300px" },
        translations: { label: "Mine" },
      });
      await button.mount(asElement(place)).ready;
      const [node] = tagged(place, "button");
      const [label] = place.all().filter(({ className }) => className === "payrails-button-label");
      assertEquals([label?.textContent, node?.style["background-color"], node?.style.width], [
        "Pay with Revolut Pay",
        "#191c1f",
        "300px",
      ]);
      button.update({ styles: { theme: "light" } });
      await turns();
      assertEquals([node?.style["background-color"], node?.style.width], ["#ffffff", "250px"]);
    });
  });

  describe("on the client", () => {
    it("query answers links, one method for its code, lists for all and redirect, and null for what does not exist", () => {
      assertEquals(client.query("binLookup"), { method: "POST", href: `${BASE}/bin-lookup` });
      assertEquals([client.query("instrumentDelete"), client.query("holderReference")], [null, "holder"]);
      const codes = (code?: string) => {
        const found = client.query("paymentMethodConfig", code === undefined ? undefined : { paymentMethodCode: code });
        return Array.isArray(found) ? found.map((each) => each.paymentMethodCode) : found?.paymentMethodCode ?? null;
      };
      assertEquals([codes("card"), codes("none"), codes("redirect"), codes("all"), codes()], [
        "card",
        null,
        ["pix"],
        ["card", "pix", "bankAccount"],
        ["card", "pix", "bankAccount"],
      ]);
    });

    it("api({ operation: payout }) sends the payout, to the chosen instrument where it names none", async () => {
      client.setState({ instrument: stored("s2") });
      const amount = { value: "1.00", currency: "EUR" };
      const item = { integrationType: "api", amount, paymentMethodCode: "bankAccount" };
      const named = { ...item, paymentInstrumentId: "s9" };
      const unnamed: typeof item = Object.assign({ ...item }, { paymentInstrumentId: undefined });
      await client.api({ operation: "payout", body: { amount, payoutComposition: [unnamed, named] } });
      assertEquals(calls, [{
        url: `${BASE}/payout`,
        method: "POST",
        body: { amount, payoutComposition: [{ ...item, paymentInstrumentId: "s2" }, named] },
      }]);
      await assertRejects(() => client.api({ operation: "deleteInstrument" }), Error, "resourceId is required");
      await assertRejects(
        () => client.api({ operation: "deleteInstrument", resourceId: "s1" }),
        Error,
        "deleteInstrument",
      );
    });

    it("lists of instruments and methods are the program's own: sorting one changes no other", () => {
      client.getSavedCreditCards().reverse();
      client.getAvailablePaymentMethods().reverse();
      assertEquals(client.getSavedCreditCards().map(({ id }) => id), ["s1", "s2"]);
      assertEquals(client.getAvailablePaymentMethods(), ["card", "pix", "bankAccount"]);
    });

    it("dynamicElement stores what its fields hold, and refuses a method without a schema at once", async () => {
      assertThrows(() => client.dynamicElement({ paymentMethod: { paymentMethodCode: "pix" } }), Error, "pix");
      const place = placeIn();
      const valid: boolean[] = [];
      let ready = 0;
      const form = client.dynamicElement({
        paymentMethod: { paymentMethodCode: "bankAccount" },
        events: { onReady: () => ready++, onValidationChange: (isValid) => valid.push(isValid) },
      });
      await assertRejects(() => form.tokenize(), Error, "not mounted");
      await form.mount(asElement(place));
      assertEquals([ready, form.id, form.selector], [
        1,
        "payrails-dynamic-element-form",
        "#payrails-dynamic-element-form",
      ]);
      await assertRejects(() => form.tokenize(), Error, "not valid");
      const [input] = tagged(place, "input");
      Object.assign(input ?? {}, { value: " DE12 " });
      input?.fire("input");
      assertEquals((await form.tokenize({ storeInstrument: true })).id, "i1");
      assertEquals([valid, calls.at(-1)], [[true], {
        url: `${BASE}/instruments`,
        method: "POST",
        body: {
          holderReference: "holder",
          paymentMethod: "bankAccount",
          storeInstrument: true,
          futureUsage: "CardOnFile",
          data: { iban: "DE12" },
        },
      }]);
    });

    it("S-SEC-09, SECURITY R14: dynamicElement stores once more after an expired session was renewed", async () => {
      for (const status of [401, 403]) {
        client.destroy();
        let answers = [Response.json({}, { status })];
        const { fetch } = globalThis;
        globalThis.fetch = async (...call) => {
          const answer = await fetch(...call);
          return answers.shift() ?? answer;
        };
        let renewals = 0;
        start({ events: { onSessionExpired: () => (renewals++, init) } });
        const place = placeIn();
        const form = client.dynamicElement({ paymentMethod: { paymentMethodCode: "bankAccount" } });
        await form.mount(asElement(place));
        const [input] = tagged(place, "input");
        Object.assign(input ?? {}, { value: "DE12" });
        input?.fire("input");
        calls.length = 0;
        assertEquals([(await form.tokenize()).id, renewals, calls.length], ["i1", 1, 2]);
        answers = [Response.json({}, { status }), Response.json({}, { status })];
        await assertRejects(() => form.tokenize(), Error, "unauthorized");
        assertEquals([renewals, calls.length], [2, 4]);
      }
    });
  });

  describe("in onClientInitialized", () => {
    function initialized(): InitializedExecution {
      const seen: (InitializedExecution | undefined)[] = [];
      start({ events: { onClientInitialized: (execution) => seen.push(execution) } });
      const [execution] = seen;
      assert(execution !== undefined, "the callback was not called at once");
      return execution;
    }

    it("the execution has its own fields, and the answers that programs for 5.x read from it", () => {
      const execution = initialized();
      assertEquals(Object.keys(execution), ["id", "workflow", "meta", "links", "initialResults"]);
      assertEquals([execution.workflowCode, execution.url, execution.authorizeLink, execution.payoutLink], [
        "payment-acceptance",
        `${BASE}/self`,
        `${BASE}/authorize`,
        `${BASE}/payout`,
      ]);
      assertEquals([execution.createInstrumentLink, execution.createSessionLink], [`${BASE}/instruments`, undefined]);
      assertEquals(execution.lookup?.httpCode, 200);
      assertEquals(execution.availablePaymentMethods.map(({ paymentMethodCode }) => paymentMethodCode), [
        "card",
        "pix",
        "bankAccount",
      ]);
      assertEquals([execution.isPaymentMethodAvailable("card"), execution.isPaymentMethodAvailable("none")], [
        true,
        false,
      ]);
      assertEquals([execution.isAddressSelectorEnabled("card"), execution.isPaymentInstallmentsEnabled("card")], [
        false,
        true,
      ]);
      assertEquals([execution.getPaymentInstallmentOptions("card"), execution.getPaymentInstallmentOptions("pix")], [
        CHOICES,
        {},
      ]);
    });

    it("it lists stored instruments, and names a method without them", () => {
      const execution = initialized();
      const ids = (instruments: readonly { readonly id: string }[]) => instruments.map(({ id }) => id);
      assertEquals(
        [
          execution.savedCreditCards,
          execution.storedPaymentInstruments,
          execution.storedDropinInstruments,
          execution.getStoredInstrumentForPaymentMethod("card"),
        ].map(ids),
        Array(4).fill(["s1", "s2"]),
      );
      const others = [execution.savedPaypalAccounts, execution.savedGooglePayAccounts, execution.savedApplePayAccounts];
      assertEquals(others, [[], [], []]);
      const [card] = execution.savedCreditCards;
      assert(card !== undefined);
      const method = execution.getPaymentMethodForStoredInstrument(card);
      assertEquals([method?.paymentMethodCode, "paymentInstruments" in (method ?? {})], ["card", false]);
      assertEquals([execution.googlePayConfig, execution.applePayConfig, execution.paypalConfig], [
        undefined,
        undefined,
        undefined,
      ]);
    });

    it("updateMeta and updateInstallmentOptions do what update of the client does; setResponse changes nothing", async () => {
      const execution = initialized();
      assertEquals([execution.getAllowedMeta(), execution.getUpdatedMeta()], [
        { customer: { email: "a@b.test" }, order: { reference: "r" } },
        {},
      ]);
      execution.updateMeta("customer", { email: "c@d.test" });
      assertEquals(execution.getUpdatedMeta(), { customer: { email: "c@d.test" } });
      const warned: unknown[] = [];
      const { warn } = console;
      console.warn = (...texts: unknown[]) => void warned.push(texts.join(" "));
      try {
        execution.setResponse({});
      } finally {
        console.warn = warn;
      }
      assertEquals([warned.length, execution.response.workflow.code], [1, "payment-acceptance"]);
      execution.updateInstallmentOptions({ US: [{ count: 7, amount: 1 }] });
      const place = placeIn();
      const { type } = await formIn(place);
      await type("42424242");
      const shown = () => tagged(place, "option").map(({ textContent }) => textContent);
      await until(() => shown().some((text) => text.includes(" x ")));
      assertEquals(shown().filter((text) => text.includes(" x ")), ["7 x €1.00"]);
    });
  });
});
