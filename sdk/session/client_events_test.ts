/** `client.on` and `element.on` beside the callbacks of `events`, from the click to the payment's end. */
import { assert, assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { turns, until as soon } from "../../tests/support/small_page/small_channel.ts";
import { loadFrame, type SmallFrame } from "../../tests/support/small_page/small_frame.ts";
import { asElement, openSmallPage, SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import { Payrails } from "../client.ts";
import type { CancelableEvent } from "../emitter/types.ts";
import type { PayrailsClientOptions } from "../options.ts";

const PAGE = "http://localhost:5555";
const BASE = `${PAGE}/services/payments/client`;
const BANK = "https://bank.test/page";
const STORED = { id: "s1", paymentMethod: "card", status: "enabled", data: { bin: "424242" } };
const METHODS = [
  { paymentMethodCode: "card", integrationType: "api", paymentInstruments: [STORED] },
  { paymentMethodCode: "pix", integrationType: "hpp", paymentInstruments: [] },
  { paymentMethodCode: "mercadoPago", integrationType: "hpp", paymentInstruments: [] },
  ...["googlePay", "applePay", "payPal"].map((paymentMethodCode) => ({
    paymentMethodCode,
    integrationType: "api",
    config: { clientId: "c", parameters: {} },
    paymentInstruments: [],
  })),
];

let made = 0;

function initOf(change: object = {}) {
  const id = `event${++made}`;
  const body = {
    name: "lookup",
    data: { paymentCompositionOptions: METHODS },
    links: { authorize: { href: `${BASE}/authorize` } },
  };
  const config = {
    token: "t1",
    amount: { value: "1.00", currency: "EUR" },
    vaultConfiguration: { vaultId: "v", vaultUrl: "http://127.0.0.1:9", providerConfigId: "p", links: {} },
    execution: { id, links: { self: `${BASE}/self` }, initialResults: [{ httpCode: 200, body }] },
    ...change,
  };
  return { id, init: { version: "2.0", data: btoa(JSON.stringify(config)) } };
}

const at = (code: string, second: number) => ({ code, time: `2026-11-21T06:00:0${second}.000Z` });
const REQUESTED = at("authorizeRequested", 1);
const PAID = { status: [REQUESTED, at("authorizeSuccessful", 2)], links: {} };

describe("events of a client", () => {
  let page: SmallPage;
  let client: Payrails;
  let id: string;
  let answers: object[];
  let tokens: string[];
  let asked: string[];
  const scripts: string[] = [];
  const logged: string[] = [];
  const seen: unknown[] = [];
  const frames: SmallFrame[] = [];
  const { fetch, setTimeout } = globalThis;
  const { error } = console;

  beforeEach(() => {
    for (const list of [scripts, logged, seen]) list.length = 0;
    [answers, tokens, asked] = [[PAID], ["t1"], []];
    console.error = (text: string) => void logged.push(text);
    globalThis.fetch = (url, request) => {
      asked.push(`${request?.method} ${String(url).split("/client/")[1]}`);
      const token = new Headers(request?.headers).get("authorization")?.split(" ")[1] ?? "";
      if (!tokens.includes(token)) return Promise.resolve(Response.json({}, { status: 401 }));
      const body = request?.method === "GET" ? answers.length > 1 ? answers.shift() : answers[0] : { links: {} };
      return Promise.resolve(Response.json({ id, ...body }));
    };
    // Polling does not wait.
    const hurried = (run: () => void, ms: number) => setTimeout(run, [680, 2000, 5000].includes(ms) ? 0 : ms);
    Object.assign(globalThis, { setTimeout: hurried });
    page = openSmallPage({
      origin: PAGE,
      script: (script) => {
        scripts.push(String(Reflect.get(script, "src")));
        Reflect.set(globalThis, script.getAttribute("data-namespace") ?? "none", { Buttons: () => ({}) });
      },
      more: { google: { payments: { api: { PaymentsClient } } }, ApplePaySession },
    });
  });
  afterEach(() => {
    client.destroy();
    for (const frame of frames.splice(0)) frame.close();
    page.close();
    Object.assign(globalThis, { fetch, setTimeout });
    console.error = error;
  });

  class PaymentsClient {
    isReadyToPay = () => Promise.resolve({ result: true });
  }
  class ApplePaySession {
    static canMakePayments = () => false;
  }

  function start(options: PayrailsClientOptions = {}, change: object = {}) {
    const session = initOf(change);
    ({ id } = session);
    const at = ++made;
    const scripts = { googlePay: `${PAGE}/g${at}.js`, applePay: `${PAGE}/a${at}.js`, payPal: `${PAGE}/p${at}.js` };
    return client = Payrails.init(session.init, { telemetry: { enabled: false }, scripts, ...options });
  }
  function placeIn(): SmallElement {
    const place = new SmallElement("div", () => {});
    page.body.append(place);
    return place;
  }
  const note = (name: string) => (...given: unknown[]) => void seen.push([name, ...given]);
  const names = () => seen.map((line) => Array.isArray(line) ? line[0] : line);
  const until = (holds: () => boolean) => soon(holds, () => [seen, asked, logged]);
  function press(place: SmallElement): void {
    place.all().find(({ tagName }) => tagName === "button")?.fire("click");
  }
  /** Pays with the stored card; notes how the payment ended. */
  function payStored(options: Parameters<Payrails["paymentButton"]>[0] = {}): SmallElement {
    const place = placeIn();
    client.setState({ instrument: client.getSavedCreditCards()[0] });
    client.paymentButton(options).mount(asElement(place));
    press(place);
    return place;
  }

  it("a client is awaited as in version 6, and is the same client that init returned at once", async () => {
    const made = start();
    assertEquals(made.getAvailablePaymentMethods().length, METHODS.length);
    assert(await made === made);
    assert(await Payrails.init(initOf().init).then((client) => client instanceof Payrails));
  });

  it("callbacks and handlers get one payment, callbacks first, each with its own form of the payload", async () => {
    start();
    client.on("success", note("success"));
    client.on("requestStart", ({ preventDefault: _, ...event }) => note("requestStart")(event));
    client.on("buttonClicked", ({ preventDefault: _, ...event }) => note("buttonClicked")(event));
    const stop = client.on("buttonClicked", note("ended"));
    stop();
    payStored({
      events: {
        onButtonClicked: (...given) => (note("onButtonClicked")(...given), true),
        onRequestStart: (...given) => (note("onRequestStart")(...given), true),
        onSuccess: note("onSuccess"),
      },
    });
    await until(() => names().includes("success"));
    const attempt = { executionId: id, paymentMethodCode: "card", action: "AUTHORIZE" };
    const execution = { id, ...PAID };
    const paid = { executionId: id, paymentMethodCode: "card", paymentInstrumentId: "s1" };
    const links = { self: "", execution: "" };
    assertEquals(
      JSON.parse(JSON.stringify(seen), (key, value) => key === "links" ? links : value),
      [
        ["onButtonClicked", "AUTHORIZE", { bin: "424242" }],
        ["buttonClicked", { ...attempt, bin: "424242" }],
        ["onRequestStart", "AUTHORIZE"],
        ["requestStart", attempt],
        ["onSuccess", "AUTHORIZE", { ...paid, execution: { ...execution, links } }],
        ["success", { ...attempt, paymentInstrumentId: "s1", execution: { ...execution, links } }],
      ],
    );
  });

  it("preventDefault after an await stops the payment: nothing is sent, and both forms get VALIDATION_FAILED", async () => {
    for (const name of ["buttonClicked", "requestStart"] as const) {
      seen.length = asked.length = 0;
      start();
      client.on(name, async ({ preventDefault }: CancelableEvent) => {
        await turns();
        preventDefault();
      });
      client.on("failed", note("failed"));
      payStored({ events: { onFailed: note("onFailed") } });
      await until(() => names().includes("failed"));
      const data = { code: "VALIDATION_FAILED", message: `Callback passed to ${name} called preventDefault` };
      const error = { code: "payrails:client:callback_failed", key: "client:callback_failed" };
      assertEquals(
        seen.map((line) => JSON.parse(JSON.stringify(line, (key, value) => key === "error" ? facts(value) : value))),
        [
          ["onFailed", "AUTHORIZE", { ...data, executionId: id, error }],
          ["failed", { executionId: id, paymentMethodCode: "card", action: "AUTHORIZE", data, error }],
        ],
      );
      assertEquals(asked, []);
      client.destroy();
    }
  });

  const facts = ({ code, key }: Readonly<Record<string, unknown>>) => ({ code, key });

  it("S-BUTTON-13: a stored card pays once: the button stays disabled after the success, until a card is chosen again", async () => {
    start();
    client.on("success", note("success"));
    const states: string[] = [];
    const place = payStored({ events: { onStateChanged: (state) => void states.push(state) } });
    await until(() => names().includes("success"));
    await turns();
    const { length } = asked;
    press(place);
    await turns();
    assertEquals([asked.length, names(), states], [length, ["success"], ["enabled", "disabled"]]);
    client.setState({ instrument: client.getSavedCreditCards()[0] });
    assertEquals(states, ["enabled", "disabled", "enabled"]);
  });

  it("a handler that throws or returns false does not stop a payment: it is logged and the payment continues; a callback stops it", async () => {
    start();
    client.on("buttonClicked", () => {
      throw new Error("the shop's own");
    });
    client.on("requestStart", () => false);
    client.on("success", note("success"));
    const place = payStored();
    await until(() => names().includes("success"));
    assertEquals(logged, ["payrails:client:callback_failed: Callback passed to buttonClicked threw an error"]);
    client.on("failed", ({ data }) => note("failed")(data.message));
    client.paymentButton().update({ events: { onRequestStart: () => Promise.reject(new Error("no")) } });
    client.setState({ instrument: client.getSavedCreditCards()[0] });
    press(place);
    await until(() => names().includes("failed"));
    assertEquals(seen.at(-1), ["failed", "Callback passed to onRequestStart threw an error"]);
  });

  it("sessionExpired: handlers are asked in turn, the first session counts, all are called, and the payment continues in it", async () => {
    tokens = ["t2"];
    start({ events: { onClientInitialized: (execution) => note("initialized")(execution?.id) } });
    const before = id;
    const renewed = initOf({ token: "t2" });
    client.on("sessionExpired", () => (note("first")(), null));
    client.on("sessionExpired", () => Promise.reject(new Error("down")));
    client.on("sessionExpired", (...given: unknown[]) => (note("second")(...given), Promise.resolve(renewed.init)));
    client.on("sessionExpired", () => (note("last")(), initOf({ token: "t3" }).init));
    client.on("success", ({ executionId }) => note("success")(executionId));
    payStored({ events: { onPaymentSessionExpired: note("onPaymentSessionExpired") } });
    id = renewed.id;
    await until(() => names().includes("success"));
    assertEquals(seen, [
      ["initialized", before],
      ["onPaymentSessionExpired"],
      ["first"],
      ["second"],
      ["last"],
      ["initialized", renewed.id],
      ["success", renewed.id],
    ]);
    assertEquals(logged.map((text) => text.split(": ")[1]), ["Callback passed to sessionExpired threw an error"]);
  });

  it("sessionExpired: the callback of init is asked before the handlers, and its answer wins", async () => {
    tokens = ["t2"];
    start({ events: { onSessionExpired: () => (note("onSessionExpired")(), initOf({ token: "t2" }).init) } });
    client.on("sessionExpired", () => (note("handler")(), initOf({ token: "t3" }).init));
    client.on("success", note("success"));
    payStored();
    await until(() => names().includes("success"));
    assertEquals(names(), ["onSessionExpired", "handler", "success"]);
  });

  const WAITING = { status: [REQUESTED, at("authorizePending", 2)], links: { "3ds": BANK }, actionRequired: "3ds" };
  const AFTER = [...WAITING.status, at("authorizeSuccessful", 3)];

  it("actionRequired prevented: no challenge opens, and the SDK reports the result when the merchant's page has it", async () => {
    answers = [WAITING, WAITING, { status: AFTER, links: {} }];
    start();
    client.on("actionRequired", async ({ preventDefault, ...event }) => {
      await turns();
      preventDefault();
      note("actionRequired")(event);
    });
    client.on("success", note("success"));
    payStored({ events: { onThreeDSecureChallenge: note("onThreeDSecureChallenge") } });
    await until(() => names().includes("success"));
    assertEquals(seen.slice(0, 2), [
      ["onThreeDSecureChallenge"],
      ["actionRequired", { executionId: id, paymentMethodCode: "card", url: BANK, kind: "3ds" }],
    ]);
    assertEquals(page.find(({ id }) => id.startsWith("payrails-popup")), undefined);
  });

  it("a challenge that the shopper closed opens again on the next press, and nothing is sent twice; given up, the next press pays again", async () => {
    for (const isGivenUp of [false, true]) {
      answers = [WAITING];
      start();
      seen.length = asked.length = 0;
      client.on("pending", ({ reason }) => note("pending")(reason));
      client.on("success", note("success"));
      client.on("requestStart", note("requestStart"));
      const popup = () => page.find(({ id }) => id.startsWith("payrails-popup"));
      const place = payStored();
      await until(() => popup() !== undefined);
      popup()?.all().find(({ tagName }) => tagName === "button")?.fire("click");
      await until(() => seen.length === 2);
      assertEquals(seen, [["requestStart", seen.flat()[1]], ["pending", "challenge_closed"]]);
      if (isGivenUp) {
        answers = [{ status: [...WAITING.status, at("authorizeFailed", 3)], links: {} }];
        assertEquals((await client.giveUp()).type, "failed");
        answers = [{
          status: [...WAITING.status, at("authorizeRequested", 4), at("authorizeSuccessful", 5)],
          links: {},
        }];
        press(place);
      } else {
        press(place);
        await until(() => popup() !== undefined);
        answers = [{ status: AFTER, links: {} }];
      }
      await until(() => names().includes("success"));
      assertEquals(names(), ["requestStart", "pending", ...(isGivenUp ? ["requestStart"] : []), "success"]);
      assertEquals(asked.filter((call) => call === "POST authorize").length, isGivenUp ? 2 : 1);
      client.destroy();
    }
  });

  it("actionRequired of a hosted page: prevented, it opens nothing and the result is reported; otherwise the page goes there", async () => {
    const left: string[] = [];
    Object.assign(globalThis.location, { assign: (url: string) => void left.push(url) });
    for (const isPrevented of [true, false]) {
      const pending = { status: [REQUESTED, at("authorizePending", 2)], links: { redirect: BANK } };
      answers = [pending, { status: AFTER, links: {} }];
      start({ redirectHosts: ["bank.test"] });
      seen.length = 0;
      client.on("actionRequired", ({ kind, url, paymentMethodCode, preventDefault }) => {
        note("actionRequired")(kind, url, paymentMethodCode);
        if (isPrevented) preventDefault();
      });
      client.on("success", note("success"));
      const place = placeIn();
      const button = client.genericRedirectButton({ paymentMethod: { paymentMethodCode: "mercadoPago" } });
      button.on("stateChanged", ({ state }) => note("state")(state));
      await button.mount(asElement(place)).ready;
      press(place);
      await until(() => isPrevented ? names().includes("success") : left.length > 0);
      assertEquals(seen.slice(0, 2), [
        ["state", "disabled"],
        ["actionRequired", "genericRedirect", BANK, "mercadoPago"],
      ]);
      assertEquals(left, isPrevented ? [] : [BANK]);
      client.destroy();
    }
  });

  it("the form's events reach its callbacks and its handlers, with the same payload; off ends one", async () => {
    start();
    const place = placeIn();
    const form = client.cardForm({ events: { onReady: note("onReady"), onChange: note("onChange") } });
    const heard = note("heard");
    form.on("ready", note("ready"));
    form.on("change", note("change"));
    form.on("focus", ({ elementType }) => note("focus")(elementType));
    form.on("blur", heard);
    form.off("blur", heard);
    form.on("validate", ({ isValid }) => note("form validated")(isValid));
    form.mount(asElement(place));
    const button = client.paymentButton({ events: { onValidate: ({ isValid }) => note("onValidate")(isValid) } });
    const buttonPlace = placeIn();
    button.on("stateChanged", ({ state }) => note("state")(state));
    button.on("validate", ({ isValid }) => note("button validated")(isValid));
    button.mount(asElement(buttonPlace));
    const frame = await loadFrame(place.all().find(({ tagName }) => tagName === "iframe") ?? placeIn(), {
      answer: ({ type }) => type === "validate" ? { type: "validated", faults: { CVV: "empty" } } : undefined,
    });
    frames.push(frame);
    const flags = { isEmpty: false, isComplete: true, isValid: true, isFocused: true };
    const form_ = { isValid: true, brand: "VISA", bin: "42424242", fields: { CARD_NUMBER: flags } };
    for (const name of ["FOCUS", "CHANGE", "BLUR"]) {
      await frame.say({ type: "event", name, field: "CARD_NUMBER", form: form_ });
    }
    const change = { isValid: true, cardNetwork: "visa", bin: "42424242" };
    assertEquals(JSON.parse(JSON.stringify(seen)), [
      ["onReady"],
      ["ready"],
      ["state", "enabled"],
      ["focus", "CARD_NUMBER"],
      ["onChange", change],
      ["change", change],
    ]);
    seen.length = 0;
    press(buttonPlace);
    await until(() => names().includes("button validated"));
    assertEquals(seen.slice(0, 4), [
      ["state", "disabled"],
      ["form validated", false],
      ["onValidate", false],
      ["button validated", false],
    ]);
  });

  it("the drop-in reports the chosen option with its configuration, and its client gets its payments", async () => {
    start();
    const place = placeIn();
    const dropin = client.dropin({ events: { onPaymentOptionSelected: note("onPaymentOptionSelected") } });
    dropin.on(
      "paymentOptionSelected",
      ({ paymentMethod, instrument }) =>
        note("selected")(paymentMethod?.paymentMethodCode, paymentMethod?.integrationType, instrument?.id),
    );
    client.on("failed", ({ data }) => note("failed")(data.code));
    client.on("requestStart", (event) => event.preventDefault());
    await dropin.mount(asElement(place)).ready;
    const radio = place.all().find((part) => Reflect.get(part, "value") === "s1");
    Object.assign(radio ?? {}, { checked: true });
    radio?.fire("change");
    await until(() => names().includes("selected"));
    assertEquals(seen.at(-1), ["selected", "card", "api", "s1"]);
    assertEquals(names(), ["onPaymentOptionSelected", "selected"]);
    press(place);
    await until(() => names().includes("failed"));
    assertEquals(seen.at(-1), ["failed", "VALIDATION_FAILED"]);
  });

  it("isAvailable says whether a wallet can be used, mounted or not, loads its script at the first read, and never rejects", async () => {
    start();
    const buttons = [client.googlePayButton(), client.applePayButton(), client.paypalButton()];
    assertEquals(scripts, []);
    const [google] = buttons;
    assert(google?.isAvailable === google?.isAvailable);
    assertEquals(await Promise.all(buttons.map(({ isAvailable }) => isAvailable)), [true, false, true]);
    assertEquals(scripts.length, 3);
    client.destroy();
    const body = { name: "lookup", data: { paymentCompositionOptions: [] } };
    start({}, { execution: { id: "none", links: {}, initialResults: [{ httpCode: 200, body }] } });
    const none = [client.googlePayButton(), client.applePayButton(), client.paypalButton()];
    assertEquals(await Promise.all(none.map(({ isAvailable }) => isAvailable)), [false, false, false]);
  });

  it("names that no element knows are accepted and never fire", () => {
    start();
    for (const target of [client, client.cardForm(), client.dropin()]) {
      const stop: unknown = Reflect.apply(target.on, target, ["anEventOfTheFuture", note("never")]);
      assert(typeof stop === "function");
      stop();
    }
    assertEquals([seen, logged], [[], []]);
  });
});
