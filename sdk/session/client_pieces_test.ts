/** Every element of a client, in a page: it renders, works with the others, and disappears with the client. */
import { assertEquals, assertThrows } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { turns, until } from "../../tests/support/small_page/small_channel.ts";
import { loadFrame, type SmallFrame } from "../../tests/support/small_page/small_frame.ts";
import { asElement, openSmallPage, SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import { Payrails } from "../client.ts";
import type { DropinOptions } from "../dropin/options.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { Language } from "../locales/language.ts";
import type { PayrailsClientOptions } from "../options.ts";

const PAGE = "http://localhost:5555";
const STORED = {
  id: "s1",
  paymentMethod: "card",
  status: "enabled",
  displayName: "Visa 4242",
  data: { bin: "424242" },
};

const method = (paymentMethodCode: string, more: object = {}) => ({
  paymentMethodCode,
  integrationType: "api",
  config: { clientId: "c", parameters: {} },
  paymentInstruments: [],
  ...more,
});
const METHODS = [
  method("card", { paymentInstruments: [STORED], clientConfig: { supportsSaveInstrument: true } }),
  method("payPal"),
  method("googlePay"),
  method("applePay"),
  method("pix", { integrationType: "hpp" }),
  method("lean"),
];

let made = 0;

function initOf({ methods = METHODS, vault = {} }: { readonly methods?: readonly object[]; vault?: object } = {}) {
  const base = `${PAGE}/services/payments/client`;
  const body = {
    name: "lookup",
    data: { paymentCompositionOptions: methods },
    links: { authorize: { href: `${base}/authorize` } },
  };
  const config = {
    token: "token",
    amount: { value: "1.00", currency: "EUR" },
    holderReference: "h1",
    vaultConfiguration: { vaultId: "v", vaultUrl: "http://127.0.0.1:9", providerConfigId: "p", links: {}, ...vault },
    execution: { id: `piece${++made}`, links: { self: `${base}/self` }, initialResults: [{ httpCode: 200, body }] },
  };
  return { version: "2.0", data: btoa(JSON.stringify(config)) };
}

describe("a client's elements", () => {
  let page: SmallPage;
  let client: Payrails | undefined;
  const frames: SmallFrame[] = [];
  const logged: string[] = [];
  const { error } = console;
  /** Elements to notify when the texts of another language have loaded. */
  const listening = new Set<() => void>();
  const { listen } = Language.prototype;
  /** The shopper's system, and what follows its switch between light and dark. */
  let following: Set<() => void>;
  let device: object;
  function switchTo(scheme: "light" | "dark"): void {
    Object.assign(device, { matches: scheme === "dark" });
    for (const listener of following) listener();
  }
  beforeEach(() => {
    rendered = Promise.resolve();
    following = new Set();
    device = {
      matches: false,
      addEventListener: (_: string, listener: () => void) => following.add(listener),
      removeEventListener: (_: string, listener: () => void) => following.delete(listener),
    };
    logged.length = 0;
    listening.clear();
    Language.prototype.listen = function (listener) {
      listening.add(listener);
      const end = listen.call(this, listener);
      return () => {
        listening.delete(listener);
        end();
      };
    };
    console.error = (text: string) => void logged.push(text);
    page = openSmallPage({
      origin: PAGE,
      script: (script) => Reflect.set(globalThis, script.getAttribute("data-namespace") ?? "none", PAYPAL),
      more: {
        google: { payments: { api: { PaymentsClient } } },
        ApplePaySession,
        getComputedStyle: () => ({ colorScheme: "light dark", color: "rgb(0, 0, 0)", direction: "ltr" }),
        matchMedia: () => device,
      },
    });
  });
  afterEach(() => {
    client?.destroy();
    for (const frame of frames.splice(0)) frame.close();
    page.close();
    console.error = error;
    Language.prototype.listen = listen;
  });

  /** When PayPal has drawn its button. */
  let rendered: Promise<void>;
  const PAYPAL = {
    Buttons: () => ({
      render: async (host: SmallElement) => {
        host.append(new SmallElement("paypal-button", () => {}));
        await rendered;
      },
      close() {},
    }),
  };
  class PaymentsClient {
    isReadyToPay = () => Promise.resolve({ result: true });
    createButton = () => new SmallElement("google-button", () => {});
  }
  class ApplePaySession {
    static canMakePayments = () => true;
  }

  function start(options: PayrailsClientOptions = {}, init = initOf()): Payrails {
    const id = ++made;
    const scripts = { googlePay: `${PAGE}/g${id}.js`, applePay: `${PAGE}/a${id}.js`, payPal: `${PAGE}/p${id}.js` };
    return client = Payrails.init(init, { telemetry: { enabled: false }, scripts, ...options });
  }
  function placeIn(): SmallElement {
    const place = new SmallElement("div", () => {});
    page.body.append(place);
    return place;
  }
  const tagsIn = (place: SmallElement) => place.all().map(({ tagName }) => tagName);

  /** What each element has to render for a shopper to pay with it. */
  const PIECES: readonly (readonly [string, string, (client: Payrails, place: Element) => unknown])[] = [
    ["card form", "iframe", (client, place) => client.cardForm().mount(place)],
    ["pay button", "button", (client, place) => client.paymentButton().mount(place)],
    ["stored cards", "input", (client, place) => client.cardList().mount(place)],
    ["drop-in", "fieldset", (client, place) => client.dropin().mount(place)],
    ["secure fields", "iframe", (client, place) => {
      const container = client.collectContainer({ containerType: "COLLECT" });
      container.createCollectElement({ type: "CARD_NUMBER" }).mount(place);
    }],
    ["Google Pay", "google-button", (client, place) => client.googlePayButton().mount(place)],
    ["Apple Pay", "apple-pay-button", (client, place) => client.applePayButton().mount(place)],
    ["PayPal", "paypal-button", (client, place) => client.paypalButton().mount(place)],
    [
      "hosted page",
      "button",
      (client, place) => client.genericRedirectButton({ paymentMethod: { paymentMethodCode: "pix" } }).mount(place),
    ],
    ["Lean", "button", (client, place) => client.leanButton().mount(place)],
  ];
  for (const [name, tag, mount] of PIECES) {
    it(`S-PROD-02: ${name}: rendered by its client, in the scheme of the device; removed, and following neither it nor languages, when the client is destroyed`, async () => {
      const place = placeIn();
      const made = start();
      mount(made, asElement(place));
      await until(() => tagsIn(place).includes(tag));
      assertEquals(tagsIn(place).includes(tag), true, tagsIn(place).join());
      const schemes = () => new Set(place.all().flatMap(({ dataset: { scheme = [] } }) => scheme));
      const before = schemes();
      switchTo("dark");
      assertEquals([before, schemes()].map((all) => [...all]), before.size === 0 ? [[], []] : [["light"], ["dark"]]);
      made.destroy();
      await turns();
      assertEquals(tagsIn(place).includes(tag), false, tagsIn(place).join());
      assertEquals([logged, listening.size, following.size], [[], 0, 0]);
    });
    it(`S-PROD-02: ${name}: renders nothing when the client is destroyed before its code has loaded`, async () => {
      const place = placeIn();
      const made = start();
      mount(made, asElement(place));
      made.destroy();
      for (let time = 0; time < 5; time++) await turns();
      assertEquals(tagsIn(place).includes(tag), false, tagsIn(place).join());
      const { code } = assertThrows(() => mount(made, asElement(place)), SdkError);
      assertEquals(code, "payrails:client:destroyed");
    });
  }

  it("S-PROD-02: a destroyed client refuses every further call, and changes nothing", async () => {
    const made = start();
    made.destroy();
    const CALLS: Readonly<Record<string, () => unknown>> = {
      cardForm: () => made.cardForm(),
      paymentButton: () => made.paymentButton(),
      cardList: () => made.cardList(),
      dropin: () => made.dropin(),
      collectContainer: () => made.collectContainer({ containerType: "COLLECT" }),
      googlePayButton: () => made.googlePayButton(),
      applePayButton: () => made.applePayButton(),
      paypalButton: () => made.paypalButton(),
      genericRedirectButton: () => made.genericRedirectButton({ paymentMethod: { paymentMethodCode: "pix" } }),
      update: () => made.update({ value: "2.00", currency: "EUR" }),
      api: () => made.api({ operation: "deleteInstrument", resourceId: "s1" }),
      resume: () => made.resume(),
    };
    for (const [name, call] of Object.entries(CALLS)) {
      const thrown: unknown = await Promise.try(call).then(() => undefined, (error: unknown) => error);
      assertEquals([name, thrown instanceof SdkError ? thrown.code : thrown], [name, "payrails:client:destroyed"]);
    }
    assertEquals(made.query("amount"), { value: "1.00", currency: "EUR" }, "no later amount");
  });

  it("S-PROD-02: a client that is destroyed tells nothing more, neither of a payment nor of the chosen card or a button", async () => {
    const { fetch, setTimeout } = globalThis;
    const asked: string[] = [];
    // Polling starts at once.
    const hurried = (run: () => void, ms: number) => setTimeout(run, ms === 2000 ? 0 : ms);
    Object.assign(globalThis, { setTimeout: hurried });
    globalThis.fetch = (_, { method = "GET", signal = null } = {}) => {
      asked.push(method);
      if (method === "POST") return Promise.resolve(Response.json({ links: {} }));
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    };
    // Lean's dialog stays open.
    Object.assign(globalThis, { Lean: { pay: () => asked.push("dialog") } });
    const states: string[] = [];
    const events = { onStateChanged: (state: string) => states.push(state) };
    const pix = { paymentMethod: { paymentMethodCode: "pix" }, events };
    const redirect = (client: Payrails, place: Element) => client.genericRedirectButton(pix).mount(place).ready;
    const lean = (client: Payrails, place: Element) => client.leanButton({ events }).mount(place).ready;
    try {
      for (const mount of [redirect, lean]) {
        const place = placeIn();
        const made = start();
        await mount(made, asElement(place));
        asked.length = 0;
        place.all().find(({ tagName }) => tagName === "button")?.fire("click");
        await until(() => asked.includes("GET"));
        made.destroy();
        await turns();
        assertEquals(states.splice(0), ["disabled"]);
      }
      const made = start();
      await made.cardList().mount(asElement(placeIn())).ready;
      made.paymentButton({ events }).mount(asElement(placeIn()));
      made.setState({ instrument: made.getSavedCreditCards()[0] });
      made.destroy();
      await turns();
      assertEquals(states.splice(0), ["enabled"]);
      const drawing = Promise.withResolvers<void>();
      rendered = drawing.promise;
      const last = start();
      const place = placeIn();
      last.paypalButton({ events: { onPaypalAvailable: () => states.push("available") } }).mount(asElement(place));
      await until(() => tagsIn(place).includes("paypal-button"));
      last.destroy();
      drawing.resolve();
      await turns();
      assertEquals(states, []);
    } finally {
      Reflect.deleteProperty(globalThis, "Lean");
      Object.assign(globalThis, { fetch, setTimeout });
    }
  });

  it("a resume that opened a challenge, or asks whether there is one, rejects when the client is destroyed", async () => {
    const { fetch, setTimeout } = globalThis;
    // Polling starts at once.
    const hurried = (run: () => void, ms: number) => setTimeout(run, ms === 2000 ? 0 : ms);
    Object.assign(globalThis, { setTimeout: hurried });
    const status = ["authorizeRequested", "authorizePending"].map((code, second) => ({
      code,
      time: `2026-11-21T06:00:0${second}.000Z`,
    }));
    const links = { "3ds": "https://bank.test/check" };
    let answers = 0;
    const waiting = () => Response.json({ id: "e", status, actionRequired: "3ds", links });
    globalThis.fetch = (_, { signal = null } = {}) =>
      answers-- > 0
        ? Promise.resolve(waiting())
        : new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    const dialogs = () => tagsIn(page.body).filter((tag) => tag === "dialog").length;
    try {
      for (const opens of [1, 0]) {
        answers = opens;
        const made = start();
        const resuming = made.resume({ mayHaveBegun: true, openChallenge: true });
        const ended = resuming.catch((error: unknown) => error);
        await until(() => answers < opens && dialogs() === opens);
        made.destroy();
        const late = new Promise((done) => setTimeout(done, 500, "still waits"));
        const error = await Promise.race([ended, late]);
        assertEquals([error instanceof DOMException ? error.name : error, dialogs()], ["AbortError", 0]);
      }
    } finally {
      Object.assign(globalThis, { fetch, setTimeout });
    }
  });

  it("S-PROD-02: an element that was made before the client is destroyed renders nothing afterwards", async () => {
    const made = start();
    const elements = [
      made.cardList(),
      made.dropin(),
      made.googlePayButton(),
      made.applePayButton(),
      made.paypalButton(),
    ];
    made.destroy();
    for (const element of elements) {
      const place = placeIn();
      element.mount(asElement(place)).ready.catch(() => undefined);
      for (let time = 0; time < 20; time++) await turns();
      assertEquals(tagsIn(place).slice(1), []);
    }
    logged.length = 0;
  });

  it("S-PROD-02: a pay button that was made before the client is destroyed refuses to be mounted, as the card form does", () => {
    const made = start();
    const elements = [made.cardForm(), made.paymentButton()];
    made.destroy();
    for (const element of elements) {
      const place = placeIn();
      assertEquals(assertThrows(() => element.mount(asElement(place)), SdkError).code, "payrails:client:destroyed");
      assertEquals(tagsIn(place).slice(1), []);
    }
  });

  it("secure fields of two clients are in the page together; a client's second container replaces its first", async () => {
    const [one, two] = [start(), start()];
    const show = (made: Payrails) => {
      const place = placeIn();
      made.collectContainer({ containerType: "COLLECT" }).createCollectElement({ type: "CVV" }).mount(asElement(place));
      return place;
    };
    const [first, second] = [show(one), show(two)];
    await until(() => [first, second].every((place) => tagsIn(place).includes("iframe")));
    const third = show(two);
    await until(() => tagsIn(third).includes("iframe"));
    assertEquals([first, second, third].map((place) => tagsIn(place).includes("iframe")), [true, false, true]);
    one.destroy();
  });

  it("S-CONFIG-02, S-CONFIG-03: a field is of its container's table, or else of the session's, or else of cards", async () => {
    const tables: unknown[] = [];
    const saved = { cardTableName: "saved" };
    for (const [vault, own] of [[{}, {}], [saved, {}], [saved, { cardTableName: "own" }]] as const) {
      const place = placeIn();
      const container = start({}, initOf({ vault })).collectContainer({ containerType: "COLLECT", ...own });
      container.createCollectElement({ type: "CVV" }).mount(asElement(place));
      await until(() => tagsIn(place).includes("iframe"));
      const frame = await loadFrame(place.all().find(({ tagName }) => tagName === "iframe") ?? place);
      frames.push(frame);
      tables.push(Object(frame.heard[0]?.setup).elements[0].table);
      client?.destroy();
    }
    assertEquals(tables, ["cards", "saved", "own"]);
  });

  it("a client keeps nothing of an element that is gone, or that is only asked whether a wallet can be used", async () => {
    const listeners = new Set<unknown>();
    const { addEventListener, removeEventListener } = AbortSignal.prototype;
    AbortSignal.prototype.addEventListener = function (name: string, listener: EventListener, options?: object) {
      listeners.add(listener);
      addEventListener.call(this, name, listener, options);
    };
    AbortSignal.prototype.removeEventListener = function (name: string, listener: EventListener) {
      listeners.delete(listener);
      removeEventListener.call(this, name, listener);
    };
    try {
      const made = start();
      const place = placeIn();
      const show = () =>
        made.collectContainer({ containerType: "COLLECT" }).createCollectElement({ type: "CVV" }).mount(
          asElement(place),
        );
      const cycle = async () => {
        const dropin = made.dropin();
        await dropin.mount(asElement(place)).ready;
        dropin.unmount();
        await Promise.all([made.isGooglePayAvailable(), made.isApplePayAvailable()]);
      };
      await cycle();
      show();
      await until(() => tagsIn(place).includes("iframe"));
      const before = [listeners.size, listening.size];
      for (let time = 0; time < 100; time++) await cycle();
      for (let time = 0; time < 5; time++) {
        show();
        await turns();
      }
      assertEquals([listeners.size, listening.size], before);
    } finally {
      Object.assign(AbortSignal.prototype, { addEventListener, removeEventListener });
    }
  });

  it("S-PROD-02: form, button and frame pay together: validation, authorize, polls and the one final event", async () => {
    const { fetch, setTimeout } = globalThis;
    const asked: string[] = [];
    const statuses = ["authorizeRequested", "authorizeSuccessful"].map((code, index) => ({
      code,
      time: `2026-11-21T06:00:0${index}.000Z`,
    }));
    globalThis.fetch = (input, init) => {
      asked.push(`${init?.method} ${String(input).split("/client/")[1]}`);
      const body = init?.method === "GET" ? { id: "e", status: statuses, links: {} } : { links: {} };
      return Promise.resolve(Response.json(body));
    };
    // Polling starts at once.
    const hurried = (run: () => void, ms: number) => setTimeout(run, ms === 2000 || ms === 680 ? 0 : ms);
    Object.assign(globalThis, { setTimeout: hurried });
    try {
      const [formPlace, buttonPlace] = [placeIn(), placeIn()];
      const ended: string[] = [];
      const end = (name: string) => () => void ended.push(name);
      const made = start();
      made.cardForm().mount(asElement(formPlace));
      const events = {
        onSuccess: end("success"),
        onFailed: end("failed"),
        onPending: end("pending"),
        onValidate: ({ isValid }: { isValid: boolean }) => void ended.push(`validate ${isValid}`),
      };
      made.paymentButton({ events }).mount(asElement(buttonPlace));
      const iframe = formPlace.all().find(({ tagName }) => tagName === "iframe");
      let faults: object = { CVV: "empty" };
      const frame = await loadFrame(iframe ?? placeIn(), {
        answer: ({ type }) =>
          type === "validate"
            ? { type: "validated", faults }
            : type === "collect"
            ? { type: "collected", encryptedData: "a.b.c.d.e" }
            : undefined,
      });
      frames.push(frame);
      const flags = { isEmpty: false, isComplete: true, isValid: true, isFocused: false };
      const form = { isValid: true, brand: "VISA", bin: "42424242", fields: { CARD_NUMBER: flags } };
      await frame.say({ type: "event", name: "CHANGE", field: "CARD_NUMBER", form });
      const [button] = buttonPlace.all().filter(({ tagName }) => tagName === "button");
      button?.fire("click");
      await until(() => frame.heard.some(({ type }) => type === "focus"));
      assertEquals([ended, asked], [["validate false"], []]);
      const said = () =>
        frame.heard.splice(0).map(({ type, locked }) => locked === undefined ? type : `${type} ${locked}`)
          .filter((type) => type !== "configure");
      // Unlocked before it is focused: a locked field opens no keyboard.
      assertEquals(said(), ["lock true", "validate", "lock false", "focus"]);
      faults = {};
      button?.fire("click");
      await until(() => ended.includes("success"));
      assertEquals([ended, asked], [["validate false", "validate true", "success"], ["POST authorize", "GET self"]]);
      await until(() => frame.heard.at(-1)?.locked === false);
      assertEquals(said(), ["lock true", "validate", "collect", "clear", "lock false"]);
    } finally {
      Object.assign(globalThis, { fetch, setTimeout });
    }
  });

  it("update changes the amount only with both value and currency, and merges customer data", async () => {
    const bodies: string[] = [];
    const made = start();
    made.update({ value: "2.00" });
    made.update({ currency: "USD" });
    assertEquals(made.query("amount"), { value: "1.00", currency: "EUR" });
    made.update({ value: "2.00", currency: "USD" });
    assertEquals(made.query("amount"), { value: "2.00", currency: "USD" });
    made.update({ meta: { key: "customer", value: { email: "a@b.test", place: { first: "Ada" } } } });
    made.update({ meta: { key: "customer", value: { place: { last: "L" } } } });
    const { fetch } = globalThis;
    globalThis.fetch = (_, init) => {
      bodies.push(String(init?.body));
      return Promise.resolve(Response.json({}, { status: 400 }));
    };
    try {
      const place = placeIn();
      made.setState({ instrument: made.getSavedCreditCards()[0] });
      made.paymentButton().mount(asElement(place));
      place.all().find(({ tagName }) => tagName === "button")?.fire("click");
      await until(() => bodies.length > 0);
    } finally {
      globalThis.fetch = fetch;
    }
    const { amount, meta } = JSON.parse(bodies[0] ?? "{}");
    assertEquals([amount, meta.customer], [
      { value: "2.00", currency: "USD" },
      { email: "a@b.test", place: { first: "Ada", last: "L" } },
    ]);
  });

  describe("the amount on the pay button", () => {
    const labelOf = (place: SmallElement) => {
      const button = place.all().find(({ className }) => className === "payrails-button-label");
      return button?.textContent;
    };

    for (
      const [locale, first, later] of [
        [undefined, "Pay €1.00", "Pay $1,020.00"],
        ["en-GB", "Pay €1.00", "Pay US$1,020.00"],
        ["de", "1,00\u00a0€ bezahlen", "1.020,00\u00a0$ bezahlen"],
        ["es", "Pagar 1,00\u00a0€", "Pagar 1020,00\u00a0US$"],
        ["nl", "Pay €1.00", "Pay $1,020.00"],
      ] as const
    ) {
      it(`showAmount writes it as in ${locale ?? "English"}, and follows an update`, async () => {
        const place = placeIn();
        const made = start(locale === undefined ? {} : { locale });
        made.paymentButton({ showAmount: true }).mount(asElement(place));
        await until(() => labelOf(place) === first);
        made.update({ value: "1020.00", currency: "USD" });
        assertEquals(labelOf(place), later);
        made.paymentButton().unmount();
        made.update({ value: "3.00", currency: "USD" });
        assertEquals(labelOf(place), undefined);
      });
    }

    it("S-BUTTON-02: without showAmount the label is Pay, and a label in translations overrides both", () => {
      const [plain, own] = [placeIn(), placeIn()];
      const made = start();
      made.paymentButton().mount(asElement(plain));
      assertEquals(labelOf(plain), "Pay");
      made.update({ value: "2.00", currency: "USD" });
      assertEquals(labelOf(plain), "Pay");
      made.destroy();
      start().paymentButton({ showAmount: true, translations: { label: "Donate" } }).mount(asElement(own));
      assertEquals(labelOf(own), "Donate");
    });

    it("S-BUTTON-02: a label that a program does not know yet leaves Pay", () => {
      const place = placeIn();
      const translations: object = { label: undefined, loading: undefined };
      start().paymentButton({ translations }).mount(asElement(place));
      assertEquals(labelOf(place), "Pay");
    });
  });

  it("S-BUTTON-12: a stored card selected before the button exists enables it, until the selection is cleared", () => {
    const place = placeIn();
    const made = start();
    made.setState({ instrument: made.getSavedCreditCards()[0] });
    made.paymentButton().mount(asElement(place));
    const button = place.all().find(({ tagName }) => tagName === "button");
    assertEquals(button?.disabled, false);
    made.setState({});
    assertEquals(button?.disabled, true);
  });

  it("S-ERR-24: a session without an address for the card frame raises its code in form and container", async () => {
    for (const vault of [undefined, null, { vaultId: "v", providerConfigId: "p", links: {} }]) {
      logged.length = 0;
      const made = start({}, withVault(vault));
      const place = placeIn();
      place.append(new SmallElement("p", () => {}));
      const error = assertThrows(() => made.cardForm().mount(asElement(place)), SdkError);
      assertEquals([error.code, tagsIn(place).includes("p")], ["payrails:client:iframe_url_missing", true]);
      await Payrails.preloadCardForm(withVault(vault));
      const container = made.collectContainer({ containerType: "COLLECT" });
      container.createCollectElement({ type: "CVV" }).mount(asElement(placeIn()));
      await until(() => logged.length > 0);
      assertEquals(logged.map((text) => text.split(": ")[0]), ["payrails:client:iframe_url_missing"]);
      made.destroy();
    }
  });
  it("null counts as no options, wherever a program passes them", async () => {
    const nothing = loose<undefined>(null);
    const made = client = Payrails.init(initOf(), nothing);
    const place = placeIn();
    made.cardForm(nothing).mount(asElement(place));
    assertEquals(tagsIn(place).includes("iframe"), true);
    made.paymentButton(nothing).mount(asElement(placeIn()));
    const list = placeIn();
    for (const element of [made.cardList(nothing), made.dropin(nothing)]) {
      assertEquals(await element.mount(asElement(list)).ready !== undefined, true);
      element.unmount();
    }
    for (
      const button of [
        made.genericRedirectButton(nothing),
        made.googlePayButton(nothing),
        made.applePayButton(nothing),
        made.paypalButton(nothing),
        made.leanButton(nothing),
      ]
    ) button.unmount();
    assertEquals((await made.resume(nothing)).type, "not_started");
    assertEquals(logged, []);
  });
  it("S-CONFIG-14: an option that is undefined or null leaves the client's own, as one that is left out", async () => {
    const cards = { showCardHolderName: true, showSingleExpiryDateField: true };
    const left = { showCardHolderName: undefined, showSingleExpiryDateField: null, layout: null, styles: null };
    const made = start({ paymentMethodsConfiguration: { cards } });
    const place = placeIn();
    made.cardForm(loose({ ...left, translations: null, appearance: null, enableCardIcon: 0 })).mount(asElement(place));
    const inDropin = placeIn();
    const dropin = made.dropin({
      paymentMethodsConfiguration: { preselectFirstPaymentOption: true, cards: loose(left) },
    });
    dropin.mount(asElement(inDropin));
    await until(() => tagsIn(inDropin).includes("input"));
    const radio = inDropin.all().find((part) => Reflect.get(part, "value") === "card");
    Object.assign(radio ?? {}, { checked: true });
    radio?.fire("change");
    for (const each of [place, inDropin]) {
      const iframe = each.all().find(({ tagName }) => tagName === "iframe");
      const frame = await loadFrame(iframe ?? placeIn());
      frames.push(frame);
      const [{ setup }] = loose<[{ setup: { rows: unknown; cardIcon: unknown } }]>(frame.heard);
      assertEquals(setup.rows, [["CARD_NUMBER"], ["CARDHOLDER_NAME"], ["EXPIRATION_DATE", "CVV"]]);
      assertEquals(setup.cardIcon, true);
    }
  });

  it("S-DROPIN-14: alwaysStoreInstrument for the drop-in's cards hides the checkbox and stores the card", async () => {
    const stored: unknown[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = (_, init) => {
      stored.push(JSON.parse(String(init?.body)).paymentComposition[0].storeInstrument);
      return Promise.resolve(Response.json({}, { status: 400 }));
    };
    try {
      for (const cards of [{}, { alwaysStoreInstrument: true }]) {
        const place = placeIn();
        const methods = [method("card", { clientConfig: { supportsSaveInstrument: true } })];
        const made = start({}, initOf({ methods }));
        const options: DropinOptions = { paymentMethodsConfiguration: { cards } };
        made.dropin(options).mount(asElement(place));
        await until(() => tagsIn(place).includes("iframe"));
        const boxes = place.all().filter((part) => Reflect.get(part, "type") === "checkbox");
        assertEquals(boxes.length, "alwaysStoreInstrument" in cards ? 0 : 1);
        const iframe = place.all().find(({ tagName }) => tagName === "iframe");
        const frame = await loadFrame(iframe ?? placeIn(), {
          answer: ({ type }) =>
            type === "validate"
              ? { type: "validated", faults: {} }
              : type === "collect"
              ? { type: "collected", encryptedData: "a.b.c.d.e" }
              : undefined,
        });
        frames.push(frame);
        const form = { isValid: true, brand: "VISA", bin: "42424242", fields: {} };
        await frame.say({ type: "event", name: "CHANGE", field: "CARD_NUMBER", form });
        const before = stored.length;
        place.all().findLast(({ tagName }) => tagName === "button")?.fire("click");
        await until(() => stored.length > before);
      }
    } finally {
      globalThis.fetch = fetch;
    }
    assertEquals(stored, [false, true]);
  });
  it("S-DROPIN-14: preselectFirstPaymentOption opens the first option, showStoredInstruments false hides stored instruments", async () => {
    const opened = async (options: DropinOptions) => {
      const place = placeIn();
      start().dropin(options).mount(asElement(place));
      await until(() => tagsIn(place).includes("input"));
      const radios = place.all().filter((part) => Reflect.get(part, "type") === "radio");
      return [radios.length, radios.findIndex((radio) => Reflect.get(radio, "checked") === true)];
    };
    assertEquals(await opened({}), [7, -1]);
    assertEquals(await opened({ paymentMethodsConfiguration: { preselectFirstPaymentOption: true } }), [7, 0]);
    assertEquals(await opened({ paymentMethodsConfiguration: { cards: { showStoredInstruments: false } } }), [6, -1]);
  });

  function withVault(vaultConfiguration: unknown) {
    const { version, data } = initOf();
    return { version, data: btoa(JSON.stringify({ ...JSON.parse(atob(data)), vaultConfiguration })) };
  }
  /** What pages without types pass. */
  function loose<T>(value: unknown): T {
    return value as T;
  }
});
