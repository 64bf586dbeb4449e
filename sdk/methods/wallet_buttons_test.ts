/**
 * Wallet buttons in a page, and that of a hosted page: requests to the vendors' scripts, and the result of the shopper's
 * answer.
 */
import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { type Clock, install } from "@sinonjs/fake-timers";
import { NO_ELEMENTS } from "../../tests/support/small_page/no_elements.ts";
import { asElement, openSmallPage, SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import type { Answer, Call } from "../api/http.ts";
import type { ClientContext } from "../client_context.ts";
import { PayrailsEnvironment } from "../codes.ts";
import { latestCallbacks } from "../components/latest_callbacks.ts";
import type { CancelableEvent } from "../emitter/types.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { fromResponse } from "../errors/from_response.ts";
import type { FailedEvent, PaymentEvents, PendingEvent } from "../events.ts";
import { COMMON } from "../locales/english.ts";
import type { Pack } from "../locales/pack.ts";
import { Language } from "../locales/language.ts";
import type { PayrailsClientOptions } from "../options.ts";
import "../payment/after_authorize/after_authorize.ts";
import "../payment/after_authorize/give_up.ts";
import { beginAttempt, endAttempt } from "../payment/attempt_lock.ts";
import { Session } from "../session/session.ts";
import { ApplePayButton, isApplePayAvailable } from "./apple_pay.ts";
import { TAB_CHECK_MS } from "./constants.ts";
import { SCRIPT_RETRY_DELAYS_MS } from "./paypal/paypal_script.ts";
import { GooglePayButton, isGooglePayAvailable } from "./google_pay.ts";
import { loadScript, VENDOR_MS } from "./load_script.ts";
import type { ApplePayButtonOptions, GooglePayButtonOptions, PaypalButtonOptions } from "./options.ts";
import { PaypalButton } from "./paypal/paypal_button.ts";
import { GenericRedirectButton } from "./redirect_button.ts";

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const PAGE = "https://shop.test";
const BASE = `${PAGE}/services/payments/client`;
const METHODS = ["googlePay", "applePay", "payPal"].map((paymentMethodCode) => ({
  paymentMethodCode,
  integrationType: "api",
  config: { clientId: "c", merchantId: "M1", captureMode: "Manual", parameters: { countryCode: "DE" } },
  paymentInstruments: [],
}));
const PAID = {
  status: [
    { code: "authorizeRequested", time: "2026-11-21T06:00:01.000Z" },
    { code: "authorizeSuccessful", time: "2026-11-21T06:00:02.000Z" },
  ],
  links: {},
};
/** Its own code has loaded within this time, even on a busy machine. */
const LOADED_MS = 10_000;

let made = 0;

describe("wallet buttons", () => {
  let page: SmallPage;
  let place: SmallElement;
  let clock: Clock;
  let sheet: "pays" | "cancels" | "breaks" | "refuses" | "is gone";
  let ready: boolean | Promise<boolean> = true;
  /** What Google's sheet rejects with. */
  let broken: unknown;
  /** Whether vendors' scripts are lost. */
  let blocks: boolean;
  /** While Google's sheet is open. */
  let approve: () => void;
  let saved: Answer;
  /** What the provider answers instead of the usual. */
  let answerOf: (call: Call) => Answer | undefined;
  /** Until when PayPal takes to close its button. */
  let closing: Promise<void> | undefined;
  const locales: unknown[] = [];
  /** What Google's button was made with. */
  const looks: object[] = [];
  const clients: unknown[] = [];
  const requests: unknown[] = [];
  const calls: Call[] = [];
  const reported: string[] = [];
  beforeEach(() => {
    [sheet, ready, answerOf, closing] = ["pays", true, () => undefined, undefined];
    [approve, blocks] = [() => {}, false];
    saved = { type: "ok", body: { id: "i1", paymentMethod: "googlePay", status: "enabled" } };
    locales.length =
      looks.length =
      clients.length =
      requests.length =
      calls.length =
      reported.length =
      ends.length =
      paypalOptions.length =
        0;
    page = openSmallPage({
      origin: PAGE,
      script: (script) => {
        if (blocks) return queueMicrotask(() => script.fire("error"));
        Reflect.set(globalThis, script.getAttribute("data-namespace") ?? "none", PAYPAL);
      },
      more: { google: { payments: { api: { PaymentsClient } } }, ApplePaySession },
    });
    place = new SmallElement("div", () => {});
    page.body.append(place);
    clock = install({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    clock.uninstall();
    page.close();
  });

  type AskAddress = (data: object, actions: { reject(): unknown }) => Promise<void>;
  interface PaypalOptions {
    readonly style: object;
    readonly createOrder?: () => Promise<string>;
    readonly createBillingAgreement?: () => Promise<string>;
    readonly onApprove: (approval: object) => void;
    readonly onCancel: () => void;
    readonly onShippingAddressChange?: AskAddress;
  }
  const paypalOptions: PaypalOptions[] = [];
  const PAYPAL = {
    Buttons: (options: PaypalOptions) => (
      paypalOptions.push(options), { render: () => Promise.resolve(), close: () => closing }
    ),
  };
  const sheets: ApplePaySession[] = [];
  const updates: unknown[] = [];
  /** How Apple's sheets were closed by the page. */
  const ends: unknown[] = [];
  class PaymentsClient {
    constructor(options: unknown) {
      clients.push(options);
    }
    isReadyToPay = async () => ({ result: await ready });
    createButton(
      { onClick, allowedPaymentMethods: _, ...look }: {
        readonly onClick: () => unknown;
        readonly allowedPaymentMethods: unknown;
        readonly buttonLocale?: string;
      },
    ) {
      locales.push(look.buttonLocale);
      looks.push(look);
      const button = new SmallElement("google-button", () => {});
      button.addEventListener("click", onClick);
      return button;
    }
    loadPaymentData(request: unknown) {
      requests.push(request);
      approve();
      if (sheet === "pays") return Promise.resolve({ paymentMethodData: { tokenizationData: { token: "g" } } });
      return Promise.reject(sheet === "cancels" ? { statusCode: "CANCELED" } : broken);
    }
  }
  class ApplePaySession {
    static readonly STATUS_SUCCESS = 0;
    static readonly STATUS_FAILURE = 1;
    static canMakePayments = () => true;
    onvalidatemerchant: (event: object) => void = () => {};
    onpaymentauthorized: (event: object) => void = () => {};
    onshippingcontactselected?: (event: object) => unknown;
    oncancel = () => {};
    constructor(_version: number, request: unknown) {
      if (sheet === "refuses") throw new DOMException("another sheet is open", "InvalidAccessError");
      requests.push(request);
      sheets.push(this);
    }
    completeShippingContactSelection(update: unknown) {
      updates.push(update);
    }
    begin() {
      queueMicrotask(() =>
        sheet === "cancels" ? this.oncancel() : this.onvalidatemerchant({ validationURL: "https://apple.test/start" })
      );
    }
    #isValidated = false;
    #isClosed = false;
    cancel() {
      this.#isClosed = true;
      this.oncancel();
    }
    completeMerchantValidation() {
      // As WebKit: a sheet is validated once, while it is open.
      if (this.#isValidated || this.#isClosed) throw new DOMException("validated already", "InvalidAccessError");
      this.#isValidated = true;
      const paymentMethod = { network: "Visa", displayName: "Visa 1" };
      queueMicrotask(() => this.onpaymentauthorized({ payment: { token: { paymentData: "a", paymentMethod } } }));
    }
    completePayment({ status }: { readonly status: number }) {
      if (sheet === "is gone") throw new DOMException("ended", "InvalidAccessError");
      ends.push(status);
    }
    abort() {
      ends.push("abort");
    }
  }

  /** Scripts load once for all pages, so each test has its own addresses. */
  function context(
    { methods = METHODS, options = {}, change = {} }: {
      methods?: typeof METHODS;
      options?: PayrailsClientOptions;
      change?: object;
    } = {},
  ) {
    const id = `w${++made}`;
    const body = {
      name: "lookup",
      data: { paymentCompositionOptions: methods },
      links: { authorize: { href: `${BASE}/authorize` } },
    };
    const links = { self: `${BASE}/self`, startPaymentSession: { href: `${BASE}/session` } };
    const config = {
      token: "token",
      amount: { value: "1.00", currency: "EUR" },
      execution: { id, links, initialResults: [{ httpCode: 200, body }] },
      ...change,
    };
    const rules = { pageOrigin: PAGE, hosts: [] };
    const scripts = {
      googlePay: `${PAGE}/google.js?${id}`,
      applePay: `${PAGE}/apple.js?${id}`,
      payPal: `${PAGE}/paypal.js?${id}`,
    };
    const init = { version: "2.0", data: btoa(JSON.stringify(config)) };
    const all: ClientContext = {
      session: new Session(init, { options: {}, rules, log: () => {} }),
      send: (call) => {
        calls.push(call);
        const own = answerOf(call);
        if (own !== undefined) return Promise.resolve(own);
        if (call.url.endsWith("/instruments")) return Promise.resolve(saved);
        const answer = call.url.endsWith("/session")
          ? { data: { data: { merchant: 1 } } }
          : call.method === "GET"
          ? PAID
          : { links: { execution: `${BASE}/self` } };
        return Promise.resolve<Answer>({ type: "ok", body: answer });
      },
      lookUpBin: () => Promise.resolve(undefined),
      rules,
      initOptions: { scripts, telemetry: { collectMetadata: false }, ...options },
      language: new Language(options.locale),
      signal: new AbortController().signal,
      ...NO_ELEMENTS,
    };
    return all;
  }
  const events = {
    onSuccess: () => void reported.push("success"),
    onFailed: (_: unknown, { code }: { readonly code: string }) => void reported.push(`failed ${code}`),
    onPending: () => void reported.push("pending"),
  };
  async function payByGoogle(options: GooglePayButtonOptions = {}, all = context()) {
    await new GooglePayButton({ events, ...options }, all).mount(asElement(place));
    page.find(({ tagName }) => tagName === "google-button")?.fire("click");
    await clock.runAllAsync();
  }
  async function payByApple(options: ApplePayButtonOptions = {}, all = context()) {
    await new ApplePayButton({ events, ...options }, all).mount(asElement(place));
    page.find(({ tagName }) => tagName === "apple-pay-button")?.fire("click");
    await clock.runAllAsync();
  }
  async function paypalScript(options: PaypalButtonOptions = {}, locale?: string): Promise<URLSearchParams> {
    const all = context({ options: { scripts: { payPal: `${PAGE}/paypal.js?${++made}` }, ...(locale && { locale }) } });
    await clock.runAllAsync();
    new PaypalButton(options, all).mount(asElement(place));
    await clock.runAllAsync();
    const src = asPart(document.head).children.map((script) => String(Reflect.get(script, "src")));
    return new URL(src.findLast((url) => url.includes("/paypal.js")) ?? PAGE).searchParams;
  }
  const itemIn = ({ body }: Partial<Call>) => asBody(body).paymentComposition[0];

  /** The checkbox that stores the instrument, and whether the payment did. */
  const checkbox = () => page.find(({ tagName }) => tagName === "input");
  const words = () => page.find(({ tagName }) => tagName === "span")?.textContent;
  const stored = () =>
    itemIn(calls.findLast(({ method, url }) => method === "POST" && url.endsWith("/authorize")) ?? {})?.storeInstrument;

  it("showStoreInstrumentCheckbox asks the shopper in Google Pay and Apple Pay; only a ticked box stores", async () => {
    const labels = { storeInstrument: "Keep it" };
    const heard: unknown[] = [];
    const told = { ...events, onSaveInstrumentCheckboxChanged: (event: unknown) => void heard.push(event) };
    await payByGoogle({ events: told, showStoreInstrumentCheckbox: true, translations: { labels } });
    assertEquals([words(), stored()], ["Keep it", false]);
    const google = new GooglePayButton({ events: told, showStoreInstrumentCheckbox: true }, context());
    await google.mount(asElement(place));
    Object.assign(checkbox() ?? {}, { checked: true });
    checkbox()?.fire("change");
    page.find(({ tagName }) => tagName === "google-button")?.fire("click");
    await clock.runAllAsync();
    assertEquals([stored(), heard, words()], [true, [{ checked: true }], "Save instrument for future payments"]);
    await payByApple({ showStoreInstrumentCheckbox: true, defaultStoreInstrumentState: "checked" });
    assertEquals([Reflect.get(checkbox() ?? {}, "checked"), stored()], [true, true]);
  });

  it("without the option, with alwaysStoreInstrument, and where the session cannot store, there is no checkbox", async () => {
    await payByGoogle();
    assertEquals([checkbox(), stored()], [undefined, false]);
    await payByGoogle({ showStoreInstrumentCheckbox: true, alwaysStoreInstrument: true });
    assertEquals([checkbox(), stored()], [undefined, true]);
    const methods = METHODS.map((method) => ({ ...method, clientConfig: { supportsSaveInstrument: false } }));
    await payByGoogle({ showStoreInstrumentCheckbox: true }, context({ methods }));
    assertEquals([checkbox(), stored()], [undefined, false]);
  });

  it("S-GPAY-02, S-GPAY-03: Google's sheet gets the merchant that the page names, or none", async () => {
    await payByGoogle({ merchantInfo: { merchantId: "M1", merchantName: "The Shop" } });
    await payByGoogle();
    const merchants = requests.map((request) => Object(request).merchantInfo);
    assertEquals(merchants, [{ merchantId: "M1", merchantName: "The Shop" }, {}]);
  });

  it("S-AUTHZ-01, S-CONFIG-13: a wallet's own result pages go with its payment, and the client's beside them", async () => {
    const own = { returnInfo: { success: `${PAGE}/thanks` } };
    const all = () => context({ options: { returnInfo: { success: `${PAGE}/paid`, error: `${PAGE}/again` } } });
    await payByGoogle(own, all());
    await payByApple(own, all());
    new PaypalButton(own, all()).mount(asElement(place));
    await clock.runAllAsync();
    paypalOptions.at(-1)?.createOrder?.().catch(() => "none");
    await clock.runAllAsync();
    const sent = calls.filter(({ url }) => url.endsWith("/authorize")).map(({ body }) => Object(body));
    assertEquals(
      sent.map(({ paymentComposition: [item], returnInfo: { success, error } }) => [
        item.paymentMethodCode,
        success,
        error,
      ]),
      ["googlePay", "applePay", "payPal"].map((code) => [code, `${PAGE}/thanks`, `${PAGE}/again`]),
    );
  });

  it("S-GPAY-01, S-PAYPAL-01: a vendor's button looks as the page says, and as by default where it says nothing", async () => {
    const own = { buttonColor: "white", buttonType: "plain", buttonSizeMode: "static", buttonLocale: "fr" };
    for (const styles of [own, {}, { locale: "it", buttonLocale: "fr" }]) await payByGoogle({ styles });
    const usual = { buttonColor: "black", buttonType: "long", buttonSizeMode: "fill" };
    assertEquals<unknown>(looks, [own, usual, { ...usual, buttonLocale: "it" }]);
    const silver = { color: "silver", height: 52, shape: "pill", label: "checkout", tagline: true };
    for (const styles of [silver, {}]) await paypalScript({ styles });
    const gold = { color: "gold", height: 40, shape: "rect", label: "paypal", tagline: false };
    assertEquals(paypalOptions.map(({ style }) => style), [silver, gold]);
    const host = () => page.find(({ id }) => id === "payrails-paypal-button");
    assertEquals(host()?.style.minHeight, "40px");
  });

  it("a wallet's checkbox that stores has the page's own CSS", async () => {
    const styles = { storeInstrumentCheckbox: { fontWeight: "700" } };
    const weight = () => checkbox()?.parentElement?.style["font-weight"];
    await payByGoogle({ showStoreInstrumentCheckbox: true, styles });
    assertEquals(weight(), "700");
    await payByApple({ showStoreInstrumentCheckbox: true, styles });
    assertEquals(weight(), "700");
    await paypalScript({ styles });
    assertEquals(weight(), "700");
    await paypalScript();
    assertEquals(weight(), undefined);
  });

  it("S-APPLE-07: a failed payment ends Apple's sheet as failed, or closes it where the page says so", async () => {
    const [requested] = PAID.status;
    const failed = { code: "authorizeFailed", time: "2026-11-21T06:00:02.000Z" };
    answerOf = ({ method }) =>
      method === "GET" ? { type: "ok", body: { status: [requested, failed], links: {} } } : undefined;
    await payByApple();
    await payByApple({ abortAfterAuthorizeFailed: true });
    answerOf = () => undefined;
    await payByApple({ abortAfterAuthorizeFailed: true });
    assertEquals(ends, [ApplePaySession.STATUS_FAILURE, "abort", ApplePaySession.STATUS_SUCCESS]);
  });

  it("PayPal's checkbox follows the option, or else the session; it starts as the option says", async () => {
    const vault = (params: URLSearchParams) => [checkbox() !== undefined, params.get("vault")];
    assertEquals(vault(await paypalScript()), [true, "false"]);
    assertEquals(vault(await paypalScript({ showStoreInstrumentCheckbox: false })), [false, "false"]);
    assertEquals(vault(await paypalScript({ defaultStoreInstrumentState: "checked" })), [true, "true"]);
    assertEquals(vault(await paypalScript({ alwaysStoreInstrument: true })), [false, "true"]);
    await paypalScript({ translations: { labels: { saveInstrument: "One", storeInstrument: "Two" } } });
    assertEquals(words(), "One");
  });

  describe("in a session of the type tokenization", () => {
    const heard: unknown[] = [];
    const note = (name: string, answer = true) => (...given: unknown[]) => (heard.push([name, ...given]), answer);
    const told = {
      onButtonClicked: note("onButtonClicked", true),
      onRequestStart: note("onRequestStart", true),
      onSuccess: note("onSuccess"),
      onFailed: note("onFailed"),
      onPaymentButtonClicked: note("onPaymentButtonClicked", false),
      onAuthorizeRequestStart: note("onAuthorizeRequestStart", false),
      onAuthorizeSuccess: note("onAuthorizeSuccess"),
      onAuthorizeFailed: note("onAuthorizeFailed"),
    };
    const storing = (links: object = { createInstrument: { href: `${BASE}/instruments` } }) => {
      heard.length = 0;
      const body = { name: "lookup", data: { paymentCompositionOptions: METHODS }, links: {} };
      const execution = {
        id: `t${++made}`,
        status: [],
        links: { self: `${BASE}/self`, startPaymentSession: { href: `${BASE}/session` }, ...links },
        initialResults: [{ httpCode: 200, body }],
      };
      return context({ change: { type: "tokenization", holderReference: "ada", execution } });
    };
    const codes = () =>
      heard.map((line) => (Array.isArray(line) ? line : []).map((part: unknown) => Object(part).code ?? part));
    const names = () => heard.map((line) => Array.isArray(line) ? `${line[0]} ${line[1]}` : "");
    /** The code that stores loads at the first press: how long that takes does not depend on this test's clock. */
    const ended = async () => {
      const until = Date.now() + LOADED_MS;
      do await clock.runAllAsync(); while (
        !names().some((name) => /^on(Success|Failed) /.test(name)) && Date.now() < until
      );
    };

    it("Google Pay and Apple Pay store the token without paying; the newer callbacks get TOKENIZE, the older ones nothing", async () => {
      for (const code of ["googlePay", "applePay"]) {
        const all = storing();
        calls.length = 0;
        const options = { events: told, alwaysStoreInstrument: true };
        const button = code === "googlePay" ? new GooglePayButton(options, all) : new ApplePayButton(options, all);
        await button.mount(asElement(place));
        page.find(({ tagName }) => tagName === (code === "googlePay" ? "google-button" : "apple-pay-button"))?.fire(
          "click",
        );
        await ended();
        assertEquals(names(), ["onButtonClicked TOKENIZE", "onRequestStart TOKENIZE", "onSuccess TOKENIZE"]);
        const posts = calls.filter(({ url }) => !url.endsWith("/session"));
        assertEquals(posts.map(({ method, url }) => [method, url]), [["POST", `${BASE}/instruments`]]);
        assertMatch(posts[0]?.idempotencyKey ?? "", UUID_4);
        const { holderReference, paymentMethod, storeInstrument, data } = Object(posts[0]?.body);
        assertEquals([holderReference, paymentMethod, storeInstrument], ["ada", code, true]);
        assertEquals(typeof JSON.parse(data.paymentToken), "object");
        const id = all.session.configuration.execution?.id;
        assertEquals(Object(heard.at(-1))[2], {
          executionId: id,
          paymentMethodCode: code,
          paymentInstrumentId: "i1",
          data: { id: "i1", paymentMethod: "googlePay", status: "enabled" },
          execution: {
            id,
            status: [],
            paymentInstrumentId: "i1",
            links: { self: `${BASE}/self`, execution: `${BASE}/self` },
          },
        });
      }
    });

    it("a closed sheet, a refusing callback, a refused call and a missing link are reported as failures of TOKENIZE", async () => {
      const pressIn = async (all: ClientContext, events: object = told) => {
        await new GooglePayButton({ events }, all).mount(asElement(place));
        page.find(({ tagName }) => tagName === "google-button")?.fire("click");
        await ended();
        return codes().at(-1);
      };
      sheet = "cancels";
      assertEquals(await pressIn(storing()), ["onFailed", "TOKENIZE", "USER_CANCELLED"]);
      sheet = "pays";
      calls.length = 0;
      const refusing = { ...told, onRequestStart: () => false };
      assertEquals(await pressIn(storing(), refusing), ["onFailed", "TOKENIZE", "VALIDATION_FAILED"]);
      assertEquals(calls, []);
      assertEquals(await pressIn(storing({})), ["onFailed", "TOKENIZE", "AUTHENTICATION_ERROR"]);
      saved = { type: "unanswered", cause: new TypeError("no network") };
      assertEquals(await pressIn(storing()), ["onFailed", "TOKENIZE", "AUTHENTICATION_ERROR"]);
      assertEquals(names().includes("onSuccess TOKENIZE"), false);
    });

    it("S-SEC-09, S-BUTTON-19, SECURITY R14: storing in an expired session is sent once more after its renewal, else the expired token is told", async () => {
      const press = async (all: ClientContext) => {
        calls.length = 0;
        await new GooglePayButton({ events: told }, all).mount(asElement(place));
        page.find(({ tagName }) => tagName === "google-button")?.fire("click");
        await ended();
        return calls.map(({ idempotencyKey }) => idempotencyKey);
      };
      const ok = saved;
      for (const status of [401, 403]) {
        const error = fromResponse({ method: "POST", url: `${BASE}/instruments`, status });
        const expired: Answer = { type: "refused", status, text: "", error };
        const renewed = storing();
        saved = expired;
        renewed.session.renew = () => Promise.resolve((saved = ok).type === "ok");
        const [first, second, ...more] = await press(renewed);
        assertEquals([names().at(-1), second, more], ["onSuccess TOKENIZE", first, []]);
        saved = expired;
        assertEquals((await press(storing())).length, 1);
        const { code, message, error: reason } = Object(Object(heard.at(-1))[2]);
        assertEquals([names().at(-1), code, message, reason.code, reason.cause], [
          "onFailed TOKENIZE",
          "AUTHENTICATION_ERROR",
          "API token is not valid or expired.",
          "payrails:api:request_authentication",
          error,
        ]);
      }
    });
  });

  describe("when the client changes its language", () => {
    const GERMAN = { ...COMMON, save: "Zahlungsart merken", unavailable: "Nicht verfügbar" };
    function inEnglish(more: object = {}) {
      const language = new Language("en", () => Promise.resolve({ common: GERMAN } as Pack));
      return { ...context({ options: { scripts: { payPal: `${PAGE}/paypal.js?${++made}` } } }), language, ...more };
    }
    async function toGerman(all: ClientContext, locale = "de-DE") {
      all.language.change(locale);
      await clock.runAllAsync();
    }
    const tick = () => Object.assign(checkbox() ?? {}, { checked: true });
    const isTicked = () => Reflect.get(checkbox() ?? {}, "checked");

    it("Google's button is made again in it, once; the shopper's choice stays, and it pays", async () => {
      const all = inEnglish();
      const button = new GooglePayButton({ events, showStoreInstrumentCheckbox: true }, all);
      await button.mount(asElement(place));
      assertEquals([locales, words()], [["en"], COMMON.save]);
      tick();
      await toGerman(all);
      assertEquals([locales, words(), isTicked()], [["en", "de"], "Zahlungsart merken", true]);
      assertEquals(place.all().filter(({ tagName }) => tagName === "google-button").length, 1);
      page.find(({ tagName }) => tagName === "google-button")?.fire("click");
      await clock.runAllAsync();
      assertEquals([stored(), reported], [true, ["success"]]);
      button.unmount();
      await toGerman(all, "en");
      assertEquals(locales, ["en", "de"]);
    });

    it("Apple's button is made again in it; the locale that the merchant chose stays", async () => {
      const locale = () => page.find(({ tagName }) => tagName === "apple-pay-button")?.getAttribute("locale");
      const all = inEnglish();
      await new ApplePayButton({ showStoreInstrumentCheckbox: true }, all).mount(asElement(place));
      assertEquals(locale(), "en");
      tick();
      await toGerman(all);
      assertEquals([locale(), words(), isTicked()], ["de-DE", "Zahlungsart merken", true]);
      const fixed = inEnglish();
      await new ApplePayButton({ styles: { locale: "fr-FR" } }, fixed).mount(asElement(place));
      await toGerman(fixed);
      assertEquals(locale(), "fr-FR");
    });

    it("PayPal's script is asked for it and renders again; back in the first one, its button is the first script's", async () => {
      const all = inEnglish();
      all.language.change("en-GB");
      new PaypalButton({}, all).mount(asElement(place));
      await clock.runAllAsync();
      const asked = () =>
        asPart(document.head).children.map((script) => new URL(String(Reflect.get(script, "src"))).searchParams)
          .filter((params) => params.has("locale")).map((params) => params.get("locale"));
      const [before, made] = [asked().length, paypalOptions.length];
      tick();
      checkbox()?.fire("change");
      await clock.runAllAsync();
      await toGerman(all);
      assertEquals([asked().slice(before - 1), words(), isTicked()], [
        ["en_GB", "en_GB", "de_DE"],
        "Zahlungsart merken",
        true,
      ]);
      await toGerman(all, "en-GB");
      assertEquals([asked().length, paypalOptions.length], [before + 2, made + 3]);
    });

    it("PayPal's button waits with it while the shopper is at PayPal", async () => {
      const all = inEnglish();
      all.language.change("en-GB");
      new PaypalButton({ events }, all).mount(asElement(place));
      await clock.runAllAsync();
      const made = paypalOptions.length;
      const order = paypalOptions.at(-1)?.createOrder?.().catch(() => "none");
      all.language.change("de-DE");
      await Promise.resolve();
      assertEquals(paypalOptions.length, made);
      await clock.runAllAsync();
      await order;
      await clock.runAllAsync();
      assertEquals([reported.length, paypalOptions.length], [1, made + 1]);
    });

    it("the text shown instead of an unusable wallet follows it", async () => {
      ready = false;
      const all = inEnglish();
      await new GooglePayButton({}, all).mount(asElement(place));
      assertEquals(place.children[0]?.textContent, COMMON.unavailable);
      await toGerman(all);
      assertEquals(place.children[0]?.textContent, "Nicht verfügbar");
    });
  });

  describe("when the client changes the currency", () => {
    const asked = () =>
      asPart(document.head).children.map((script) => new URL(String(Reflect.get(script, "src"))).searchParams)
        .flatMap((params) => params.get("currency") ?? []);
    const mounted = async (options: PaypalButtonOptions = {}) => {
      const all = context();
      const button = new PaypalButton(options, all);
      button.mount(asElement(place));
      await clock.runAllAsync();
      return { all, button };
    };
    const to = async (all: ClientContext, value: string, currency: string) => {
      all.session.updateAmount({ value, currency });
      await clock.runAllAsync();
    };

    it("PayPal's script and button are those of the new one; another amount of the same currency changes neither", async () => {
      const { all, button } = await mounted();
      assertEquals([asked(), paypalOptions.length], [["EUR"], 1]);
      await to(all, "2.00", "EUR");
      assertEquals([asked(), paypalOptions.length], [["EUR"], 1]);
      await to(all, "2.00", "USD");
      assertEquals([asked(), paypalOptions.length], [["EUR", "USD"], 2]);
      button.unmount();
      await to(all, "2.00", "GBP");
      assertEquals([asked(), paypalOptions.length], [["EUR", "USD"], 2]);
    });

    it("S-ERR-14: while the script of the new one does not load, the old button takes no press; the next change asks again", async () => {
      const { all } = await mounted();
      const isInert = () => Reflect.get(page.find(({ id }) => id === "payrails-paypal-button") ?? {}, "inert");
      blocks = true;
      await to(all, "2.00", "USD");
      assertEquals([asked(), paypalOptions.length, isInert()], [["EUR"], 1, true]);
      blocks = false;
      await to(all, "3.00", "USD");
      assertEquals([asked(), paypalOptions.length, isInert()], [["EUR", "USD"], 2, false]);
      blocks = true;
      await to(all, "3.00", "GBP");
      await to(all, "3.00", "USD");
      assertEquals([asked(), isInert()], [["EUR", "USD"], false]);
    });

    it("a button of the old one that comes late does not replace the new one", async () => {
      const { all } = await mounted();
      const late = Promise.withResolvers<void>();
      closing = late.promise;
      await to(all, "2.00", "USD");
      closing = undefined;
      await to(all, "2.00", "GBP");
      late.resolve();
      await clock.runAllAsync();
      assertEquals([asked(), paypalOptions.length], [["EUR", "USD", "GBP"], 2]);
      const back = Promise.withResolvers<void>();
      closing = back.promise;
      await to(all, "2.00", "USD");
      closing = undefined;
      await to(all, "2.00", "GBP");
      assertEquals(paypalOptions.length, 3);
      back.resolve();
      await clock.runAllAsync();
      assertEquals(paypalOptions.length, 3);
    });

    /** The script of the old currency is lost for good while that of the new one is asked for again. */
    const losingTheOld = async (all: ClientContext) => {
      blocks = true;
      await clock.tickAsync(500);
      all.session.updateAmount({ value: "2.00", currency: "USD" });
      await clock.tickAsync(3000);
      blocks = false;
      await clock.runAllAsync();
    };

    it("S-INSTR-08: a button of the old one that is lost late leaves the box as the shopper set it", async () => {
      const { error } = console;
      console.error = () => {};
      const heard: unknown[] = [];
      const { all } = await mounted({ events: { onSaveInstrumentCheckboxChanged: (event) => void heard.push(event) } });
      Object.assign(checkbox() ?? {}, { checked: true });
      checkbox()?.fire("change");
      await losingTheOld(all);
      console.error = error;
      assertEquals([asked(), paypalOptions.length], [["EUR", "USD"], 2]);
      assertEquals([Reflect.get(checkbox() ?? {}, "checked"), heard], [true, [{ checked: true }]]);
      assertEquals(paypalOptions.at(-1)?.createBillingAgreement === undefined, false);
    });

    it("S-ERR-14: a first button that is lost late does not take the new one away", async () => {
      const { error } = console;
      console.error = () => {};
      const all = context();
      const shown = new PaypalButton({}, all).mount(asElement(place)).then(() => "shown", () => "lost");
      await losingTheOld(all);
      console.error = error;
      assertEquals([await shown, asked(), paypalOptions.length], ["shown", ["USD"], 1]);
    });

    it("a visit to PayPal goes on; the button is made again after it", async () => {
      const { all } = await mounted({ events });
      const order = paypalOptions.at(-1)?.createOrder?.().catch(() => "none");
      all.session.updateAmount({ value: "2.00", currency: "USD" });
      await Promise.resolve();
      assertEquals([asked(), paypalOptions.length], [["EUR"], 1]);
      await clock.runAllAsync();
      await order;
      await clock.runAllAsync();
      assertEquals([asked(), paypalOptions.length], [["EUR", "USD"], 2]);
    });
  });

  describe("when the session was renewed for a refused authorize", () => {
    /** The provider takes the payment at the second try. */
    function renewing(sessionCalls = 0) {
      const all = context();
      let renewals = 0;
      all.session.renew = () => Promise.resolve(++renewals > 0);
      answerOf = ({ method, url }) => {
        const isRefused = url.endsWith("/session") ? sessionCalls-- > 0 : url.endsWith("/authorize") && renewals === 0;
        if (method !== "POST" || !isRefused) return undefined;
        return { type: "refused", status: 401, text: "", error: fromResponse({ method, url, status: 401 }) };
      };
      return all;
    }
    const authorizes = () => calls.filter(({ url }) => url.endsWith("/authorize")).map(({ body }) => body);

    it("Google Pay pays with the token of the sheet that the shopper has seen; the next press opens another", async () => {
      await payByGoogle({}, renewing());
      assertEquals([reported, requests.length, authorizes().length], [["success"], 1, 2]);
      assertEquals(authorizes()[0], authorizes()[1]);
      answerOf = () => undefined;
      page.find(({ tagName }) => tagName === "google-button")?.fire("click");
      await clock.runAllAsync();
      assertEquals([reported.length, requests.length], [2, 2]);
    });

    it("Apple Pay pays with the sheet that was validated and approved", async () => {
      await payByApple({}, renewing());
      assertEquals([reported, requests.length, authorizes().length, ends], [["success"], 1, 2, [0]]);
      assertEquals(authorizes()[0], authorizes()[1]);
    });

    it("Apple Pay's sheet is validated by the second request, where the first one was refused", async () => {
      await payByApple({}, renewing(1));
      assertEquals([reported, requests.length, authorizes().length, ends], [["success"], 1, 1, [0]]);
    });
  });

  describe("PayPal's window", () => {
    const parameters = { orderId: "o1", tokenId: "b1" };
    const links = { confirm: { href: `${BASE}/confirm`, action: { parameters } } };
    const confirms = () => calls.filter(({ url }) => url.endsWith("/confirm")).length;
    async function atPaypal(more: Partial<ClientContext> = {}, options: PaypalButtonOptions = {}) {
      const status: object[] = [];
      const add = (code: string) => status.push({ code, time: new Date(status.length).toISOString() });
      answerOf = ({ method, url }) => {
        if (method === "GET") return { type: "ok", body: { status: [...status], links } };
        if (url.endsWith("/confirm")) add("authorizeSuccessful");
        if (url.endsWith("/authorize")) ["authorizeRequested", "authorizePending"].forEach(add);
        return undefined;
      };
      const all = { ...context(), ...more };
      const button = new PaypalButton({ events, ...options }, all);
      button.mount(asElement(place));
      await clock.runAllAsync();
      return { all, button, shown: paypalOptions.at(-1), host: page.find(({ id }) => id === "payrails-paypal-button") };
    }
    const end = async (run: () => unknown) => {
      await run();
      await clock.runAllAsync();
    };

    it("gets one order, though PayPal asks twice, and how it ends is reported", async () => {
      const { shown } = await atPaypal();
      const orders = Promise.all([shown?.createOrder?.(), shown?.createOrder?.()]);
      await clock.runAllAsync();
      assertEquals(await orders, ["o1", "o1"]);
      await end(() => shown?.onApprove({ orderID: "o1" }));
      assertEquals([reported, confirms()], [["success"], 1]);
      assertEquals(calls.filter(({ url }) => url.endsWith("/authorize")).length, 1);
    });

    it("S-PAYPAL-10: the confirm call has the billing token that PayPal approved, and the risk id", async () => {
      Object.assign(globalThis, { PayrailsData: { riskIds: { other: "x1", fraudNet: "f1" } } });
      try {
        const { shown } = await atPaypal({}, { defaultStoreInstrumentState: "checked" });
        const agreement = shown?.createBillingAgreement?.();
        await clock.runAllAsync();
        assertEquals(await agreement, "b1");
        await end(() => shown?.onApprove({ billingToken: "BA-9" }));
        const sent = calls.filter(({ url }) => url.endsWith("/confirm")).map(({ body }) => body);
        assertEquals<unknown>(sent, [{ data: { tokenId: "BA-9", riskSessionCorrelationId: "f1" } }]);
      } finally {
        Reflect.deleteProperty(globalThis, "PayrailsData");
      }
    });

    it("gets no second order once the first one is approved, and gets one again after a cancelled one", async () => {
      const { shown } = await atPaypal();
      const first = shown?.createOrder?.();
      await clock.runAllAsync();
      await first;
      shown?.onApprove({ orderID: "o1" });
      const late = assertRejects(() => shown?.createOrder?.() ?? Promise.resolve(), SdkError);
      await end(() => late);
      assertEquals(reported, ["success"]);
      const again = await atPaypal();
      for (const count of [2, 3]) {
        const order = again.shown?.createOrder?.();
        await clock.runAllAsync();
        await order;
        await end(() => again.shown?.onCancel());
        assertEquals([reported.length, reported.at(-1)], [count, "failed USER_CANCELLED"]);
      }
    });

    it("S-INSTR-08: when the button for the other choice does not load, the box says again what the one that is there does", async () => {
      const { error } = console;
      console.error = () => {};
      try {
        const scripts = { payPal: `${PAGE}/paypal.js?${++made}` };
        const { shown, host } = await atPaypal({ initOptions: { scripts } }, {
          defaultStoreInstrumentState: "checked",
        });
        blocks = true;
        Object.assign(checkbox() ?? {}, { checked: false });
        checkbox()?.fire("change");
        await clock.runAllAsync();
        assertEquals([Reflect.get(host ?? {}, "inert"), paypalOptions.length], [false, 1]);
        assertEquals(Reflect.get(checkbox() ?? {}, "checked"), true);
        const order = shown?.createBillingAgreement?.();
        await clock.runAllAsync();
        assertEquals([await order, stored()], ["b1", true]);
        await end(() => shown?.onCancel());
      } finally {
        console.error = error;
      }
    });

    it("opens for what its button shows: between a tick and the new button the old one takes no press and stores nothing", async () => {
      const { shown, host } = await atPaypal();
      assertEquals(Reflect.get(host ?? {}, "inert"), false);
      Object.assign(checkbox() ?? {}, { checked: true });
      checkbox()?.fire("change");
      assertEquals(Reflect.get(host ?? {}, "inert"), true);
      // A browser that does not know `inert` lets it be pressed.
      const order = shown?.createOrder?.();
      await clock.runAllAsync();
      assertEquals([await order, stored(), paypalOptions.length], ["o1", false, 1]);
      await end(() => shown?.onCancel());
      assertEquals([paypalOptions.length, Reflect.get(host ?? {}, "inert")], [2, false]);
      const agreement = paypalOptions.at(-1)?.createBillingAgreement?.();
      await clock.runAllAsync();
      assertEquals([await agreement, stored()], ["b1", true]);
      // At PayPal, a new button would close the window.
      Object.assign(checkbox() ?? {}, { checked: false });
      await end(() => checkbox()?.fire("change"));
      assertEquals(paypalOptions.length, 2);
      await end(() => paypalOptions.at(-1)?.onCancel());
      assertEquals(paypalOptions.at(-1)?.createOrder === undefined, false);
    });

    it("has no button that appears after its place was removed", async () => {
      const { button } = await atPaypal();
      checkbox()?.fire("change");
      const closed = Promise.withResolvers<void>();
      closing = closed.promise;
      await clock.runAllAsync();
      button.unmount();
      await end(() => closed.resolve());
      assertEquals(paypalOptions.length, 1);
    });

    it("closed with its client, neither tells the merchant that the session has expired nor asks for a new one", async () => {
      const life = new AbortController();
      const told: string[] = [];
      const { all, button, shown } = await atPaypal({ signal: life.signal }, {
        events: { ...events, onPaymentSessionExpired: () => void told.push("expired") },
      });
      all.session.renew = () => Promise.resolve(told.push("renewed") > 0);
      const order = shown?.createOrder?.();
      await clock.runAllAsync();
      await order;
      life.abort();
      await end(() => button.unmount());
      assertEquals([told, reported], [[], []]);
    });
  });

  it("a client keeps nothing of Apple's sheets that have ended, however they did", async () => {
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    const { addEventListener, removeEventListener } = signal;
    Object.assign(signal, {
      addEventListener: (name: string, listener: () => void, options?: AddEventListenerOptions) => {
        listeners.add(listener);
        addEventListener.call(signal, name, listener, options);
      },
      removeEventListener: (name: string, listener: () => void) => {
        listeners.delete(listener);
        removeEventListener.call(signal, name, listener);
      },
    });
    await new ApplePayButton({ events }, { ...context(), signal }).mount(asElement(place));
    const before = listeners.size;
    for (sheet of ["pays", "cancels", "refuses", "pays"] as const) {
      page.find(({ tagName }) => tagName === "apple-pay-button")?.fire("click");
      await clock.runAllAsync();
    }
    assertEquals([reported.length, listeners.size - before], [4, 0]);
  });

  it("a client that is destroyed closes Apple's sheet, before and after the shopper approved it", async () => {
    for (const approves of [false, true]) {
      ends.length = 0;
      const life = new AbortController();
      // The merchant gives no answer, or the provider none.
      const silent = approves ? {} : { onRequestStart: () => new Promise<boolean>(() => {}) };
      answerOf = ({ method }) => method === "GET" ? { type: "ok", body: { status: [], links: {} } } : undefined;
      await new ApplePayButton({ events: { ...events, ...silent } }, { ...context(), signal: life.signal })
        .mount(asElement(place));
      page.find(({ tagName }) => tagName === "apple-pay-button")?.fire("click");
      await clock.tickAsync(3000);
      assertEquals(calls.some(({ url }) => url.endsWith("/authorize")), approves);
      life.abort();
      await clock.runAllAsync();
      assertEquals([ends, reported], [["abort"], []]);
    }
  });

  it("a blank tab of a hosted page closes however the payment ends; one that shows the page stays", async () => {
    const [requested] = PAID.status;
    const pending = { code: "authorizePending", time: "2026-11-21T06:00:02.000Z" };
    const { open } = globalThis;
    const told: string[] = [];
    const tab = { location: { replace: () => told.push("page") }, closed: false, close: () => told.push("closed") };
    Object.assign(globalThis, { open: () => tab });
    const pay = async (answer: object, signal = new AbortController().signal) => {
      told.length = reported.length = 0;
      answerOf = ({ method }) => method === "GET" ? { type: "ok", body: answer } : undefined;
      new GenericRedirectButton({ openInNewTab: true, events }, { ...context(), signal }).mount(asElement(place));
      place.children[0]?.fire("click");
      await clock.tickAsync(120_000);
    };
    try {
      await pay(PAID);
      assertEquals([told, reported], [["closed"], ["success"]]);
      await pay({ status: [requested], links: {} });
      assertEquals([told, reported], [["closed"], ["pending"]]);
      const life = new AbortController();
      await pay({ status: [requested, pending], links: { redirect: `${PAGE}/hosted` } }, life.signal);
      life.abort();
      await clock.runAllAsync();
      assertEquals([told, reported], [["page"], []]);
    } finally {
      Object.assign(globalThis, { open });
    }
  });

  it("S-PIX-01: Pix opens a popup of this page, and no tab in front of it", async () => {
    const { open } = globalThis;
    let tabs = 0;
    Object.assign(globalThis, { open: () => (tabs++, null) });
    try {
      const counts = [];
      for (const paymentMethodCode of ["pix", "mercadoPago"]) {
        const options = { openInNewTab: true, events, paymentMethod: { paymentMethodCode } };
        new GenericRedirectButton(options, context()).mount(asElement(place));
        place.children[0]?.fire("click");
        await clock.tickAsync(120_000);
        counts.push(tabs);
      }
      assertEquals([counts, reported], [[0, 1], ["success", "success"]]);
    } finally {
      Object.assign(globalThis, { open });
    }
  });

  describe("the page of another method, for which Pix is refused", () => {
    const at = (code: string, second: number, more: object = {}) => ({
      code,
      time: `2026-11-21T06:00:0${second}.000Z`,
      ...more,
    });
    const waits = [at("authorizeRequested", 1), at("authorizePending", 2)];
    const redirect = `${PAGE}/mercado-pago`;
    const posts = () => calls.flatMap(({ method, url }) => method === "POST" ? [url.replace(BASE, "")] : []);
    const popup = () => page.find(({ id }) => id === "payrails-popup-background");
    /** The shopper presses the button until it has told so many ends. */
    const press = async (times: number) => {
      place.children[0]?.fire("click");
      for (let turn = 0; turn < 100 && reported.length < times; turn++) await clock.tickAsync(1000);
      assertEquals(reported.length, times, String(reported));
    };
    /** The execution waits there; `then` is its history once that is given up. */
    function pix(more: object, then: readonly object[] = [], told: PaymentEvents = events) {
      const all = context();
      const { id } = all.session.configuration.execution ?? {};
      let status: readonly object[] = waits;
      answerOf = ({ method, url }) => {
        if (url.endsWith("/give-up")) status = then;
        if (method === "GET") {
          return { type: "ok", body: { id, status, links: status === waits ? { redirect, ...more } : {} } };
        }
        if (!url.endsWith("/authorize")) return undefined;
        if (status !== waits) {
          status = [...status, at("authorizeRequested", 4), at("authorizeSuccessful", 5)];
          return undefined;
        }
        const text = JSON.stringify({ errors: [{ code: "execution-waiting" }] });
        return { type: "refused", status: 409, text, error: fromResponse({ method, url, status: 409, text }) };
      };
      new GenericRedirectButton({ events: told, paymentMethod: { paymentMethodCode: "pix" } }, all).mount(
        asElement(place),
      );
      return all;
    }
    const giveUp = { href: `${BASE}/give-up` };
    const cancelled = at("authorizeFailed", 3, { errors: [{ reason: { result: "PayerCanceled" } }] });

    it("is given up by the next press, and Pix pays", async () => {
      pix({ giveUp }, [...waits, cancelled]);
      await press(1);
      assertEquals([reported, posts(), popup()], [["pending"], ["/authorize"], undefined]);
      await press(3);
      assertEquals(reported, ["pending", "failed USER_CANCELLED", "success"]);
      assertEquals(posts(), ["/authorize", "/give-up", "/authorize"]);
      assertEquals([page.left, popup()], [[], undefined]);
    });

    it("has paid where the shopper was faster, and Pix is not tried", async () => {
      pix({ giveUp }, [...waits, at("authorizeSuccessful", 3)]);
      await press(1);
      await press(2);
      assertEquals([reported, posts()], [["pending", "success"], ["/authorize", "/give-up"]]);
    });

    it("opens in the whole page where it cannot be given up, never in the popup of Pix", async () => {
      pix({});
      await press(1);
      await press(2);
      assertEquals([page.left, popup(), posts()], [[redirect], undefined, ["/authorize"]]);
    });

    it("opens in the whole page when the drop-in opens it again", async () => {
      let left: PendingEvent["execution"];
      const all = pix({ giveUp }, [], {
        onPending: (_, { execution }) => {
          left = execution;
          reported.push("pending");
        },
      });
      await press(1);
      assert(left !== undefined);
      const again = new GenericRedirectButton({ paymentMethod: { paymentMethodCode: "pix" } }, all).reopen(left);
      await clock.tickAsync(60_000);
      assertEquals([page.left, popup(), posts()], [[redirect], undefined, ["/authorize"]]);
      await again;
    });
  });

  it("a component's callbacks stay those of its newest render, also after an update: a gate that is gone asks nothing", async () => {
    let newest: PaymentEvents = { onButtonClicked: () => true };
    const button = new GenericRedirectButton({ events: latestCallbacks(() => newest) }, context());
    button.mount(asElement(place));
    button.update({ appearance: { colorScheme: "dark" } });
    newest = events;
    place.children[0]?.fire("click");
    await clock.tickAsync(120_000);
    assertEquals(reported, ["success"]);
  });

  it("a press during another attempt does not forget the page that the shopper closed", async () => {
    const [requested] = PAID.status;
    const pending = { code: "authorizePending", time: "2026-11-21T06:00:02.000Z" };
    const { open } = globalThis;
    const visited: string[] = [];
    const opened = { location: { replace: () => visited.push("page") }, closed: true, close: () => {} };
    Object.assign(globalThis, { open: () => opened });
    try {
      const all = context();
      const id = all.session.configuration.execution?.id ?? "";
      const body = { id, status: [requested, pending], links: { redirect: `${PAGE}/hosted` } };
      answerOf = ({ method }) => method === "GET" ? { type: "ok", body } : undefined;
      new GenericRedirectButton({ openInNewTab: true, events }, all).mount(asElement(place));
      const press = async () => {
        place.children[0]?.fire("click");
        await clock.tickAsync(20_000);
        // The tab is looked at by the clock of the machine.
        await new Promise<void>((done) => {
          const timer = setInterval(() => (clearInterval(timer), done()), TAB_CHECK_MS + 50);
        });
        await clock.tickAsync(20_000);
      };
      await press();
      beginAttempt(all);
      await press();
      endAttempt(all);
      await press();
      assertEquals([visited, reported], [["page", "page"], ["pending", "pending"]]);
      assertEquals(calls.filter(({ url }) => url.endsWith("/authorize")).length, 1);
    } finally {
      Object.assign(globalThis, { open });
    }
  });

  it("S-3DS-12: pressed again, Google Pay and Apple Pay reopen the challenge that the shopper closed, without a sheet", async () => {
    const [requested] = PAID.status;
    const pending = { code: "authorizePending", time: "2026-11-21T06:00:02.000Z" };
    const popup = () => page.find(({ id }) => id === "payrails-popup-background");
    const until = async (isThere: boolean) => {
      for (let turn = 0; turn < 100 && (popup() !== undefined) !== isThere; turn++) await clock.tickAsync(1000);
      assertEquals(popup() !== undefined, isThere);
    };
    for (const [Button, tag] of [[GooglePayButton, "google-button"], [ApplePayButton, "apple-pay-button"]] as const) {
      calls.length = reported.length = requests.length = 0;
      const all = context();
      const id = all.session.configuration.execution?.id ?? "";
      const body = { id, status: [requested, pending], actionRequired: "3ds", links: { "3ds": `${PAGE}/bank` } };
      answerOf = ({ method }) => method === "GET" ? { type: "ok", body } : undefined;
      await new Button({ events }, all).mount(asElement(place));
      const press = async () => {
        page.find(({ tagName }) => tagName === tag)?.fire("click");
        await until(true);
        popup()?.all().find(({ id }) => id === "payrails-popup-cancel-button")?.fire("click");
        await until(false);
        await clock.tickAsync(10_000);
      };
      await press();
      await press();
      assertEquals([requests.length, reported], [1, ["pending", "pending"]]);
      assertEquals(calls.filter(({ url }) => url.endsWith("/authorize")).length, 1);
    }
  });

  it("S-3DS-12: Apple's sheet ends before the challenge opens, once; a decline after it is told to the page", async () => {
    const [requested] = PAID.status;
    const status = [requested, { code: "authorizePending", time: "2026-11-21T06:00:02.000Z" }];
    const links = { "3ds": `${PAGE}/bank` };
    answerOf = ({ method }) =>
      method === "GET" ? { type: "ok", body: { status, actionRequired: "3ds", links } } : undefined;
    const popup = () => page.find(({ id }) => id === "payrails-popup-background");
    const at: unknown[] = [];
    const told = { ...events, onThreeDSecureChallenge: () => void at.push(...ends, popup()) };
    await new ApplePayButton({ events: told }, context()).mount(asElement(place));
    page.find(({ tagName }) => tagName === "apple-pay-button")?.fire("click");
    for (let turn = 0; turn < 100 && popup() === undefined; turn++) await clock.tickAsync(1000);
    assertEquals([at, ends, reported], [[0, undefined], [0], []]);
    status.push({ code: "authorizeFailed", time: "2026-11-21T06:00:03.000Z" });
    await clock.tickAsync(20_000);
    assertEquals([ends, reported, popup()], [[0], ["failed AUTHORIZATION_ERROR"], undefined]);
  });

  it("SECURITY R22: a sheet of Apple that is gone when the bank asks does not keep its challenge from opening", async () => {
    const status = [PAID.status[0], { code: "authorizePending", time: "2026-11-21T06:00:02.000Z" }];
    const body = { status, actionRequired: "3ds", links: { "3ds": `${PAGE}/bank` } };
    answerOf = ({ method }) => method === "GET" ? { type: "ok", body } : undefined;
    sheet = "is gone";
    const { error } = console;
    console.error = () => {};
    await new ApplePayButton({ events }, context()).mount(asElement(place));
    page.find(({ tagName }) => tagName === "apple-pay-button")?.fire("click");
    const popup = () => page.find(({ id }) => id === "payrails-popup-background");
    for (let turn = 0; turn < 100 && popup() === undefined; turn++) await clock.tickAsync(1000);
    console.error = error;
    assertEquals([popup() === undefined, reported], [false, []]);
  });

  it("S-3DS-12: pressed again, no wallet opens the challenge of another payment, such as a card's", async () => {
    const [requested] = PAID.status;
    const pending = { code: "authorizePending", time: "2026-11-21T06:00:02.000Z" };
    for (const [Button, tag] of [[GooglePayButton, "google-button"], [ApplePayButton, "apple-pay-button"]] as const) {
      calls.length = reported.length = requests.length = 0;
      const all = context();
      const { id } = all.session.configuration.execution ?? {};
      const body = { id, status: [requested, pending], actionRequired: "3ds", links: { "3ds": `${PAGE}/bank` } };
      answerOf = ({ method, url }) => {
        if (method === "GET") return { type: "ok", body };
        if (!url.endsWith("/authorize")) return undefined;
        const text = JSON.stringify({ errors: [{ code: "execution-waiting" }] });
        return { type: "refused", status: 409, text, error: fromResponse({ method, url, status: 409, text }) };
      };
      await new Button({ events }, all).mount(asElement(place));
      for (const presses of [1, 2]) {
        page.find(({ tagName }) => tagName === tag)?.fire("click");
        await clock.tickAsync(60_000);
        assertEquals([requests.length, reported.length], [presses, presses]);
        assertEquals(page.find(({ id }) => id === "payrails-popup-background") === undefined, true);
      }
      assertEquals(reported, ["pending", "pending"]);
    }
  });

  it("S-CONFIG-15: Google Pay uses the button's environment, or else the client's, or else PRODUCTION", async () => {
    const { TEST, PRODUCTION } = PayrailsEnvironment;
    await payByGoogle();
    await payByGoogle({}, context({ options: { environment: TEST, scripts: { googlePay: `${PAGE}/g1.js` } } }));
    await payByGoogle(
      { environment: PRODUCTION },
      context({ options: { environment: TEST, scripts: { googlePay: `${PAGE}/g2.js` } } }),
    );
    assertEquals(clients, [{ environment: "PRODUCTION" }, { environment: "TEST" }, { environment: "PRODUCTION" }]);
  });
  it("S-COMPOSE-05: the tokens of Google's and Apple's sheets are sent as JSON under paymentToken", async () => {
    await payByGoogle();
    await payByApple();
    const tokens = calls.filter(({ url }) => url.endsWith("/authorize")).map((call) => itemIn(call))
      .map((item) => [item?.paymentMethodCode, item?.paymentInstrumentData]);
    const google = { paymentMethodData: { tokenizationData: { token: "g" } } };
    const apple = {
      token: { paymentData: "a", paymentMethod: { network: "Visa", displayName: "Visa 1" } },
      paymentNetwork: "Visa",
      paymentInstrumentName: "Visa 1",
    };
    assertEquals(tokens, [
      ["googlePay", { paymentToken: JSON.stringify(google) }],
      ["applePay", { paymentToken: JSON.stringify(apple) }],
    ]);
    assertEquals(reported, ["success", "success"]);
  });
  it("S-APPLE-08: closing the sheet cancels, sends nothing, and leaves the button usable", async () => {
    sheet = "cancels";
    await payByGoogle();
    await payByApple();
    assertEquals([reported, calls], [["failed USER_CANCELLED", "failed USER_CANCELLED"], []]);
    sheet = "pays";
    page.find(({ tagName }) => tagName === "apple-pay-button")?.fire("click");
    await clock.runAllAsync();
    sheet = "cancels";
    await payByGoogle();
    sheet = "pays";
    page.find(({ tagName }) => tagName === "google-button")?.fire("click");
    await clock.runAllAsync();
    assertEquals(reported.slice(2), ["success", "failed USER_CANCELLED", "success"]);
  });
  it("S-APPLE-08: a sheet that is closed while its merchant is validated, or while the page is asked, is cancelled", async () => {
    for (const [moment, asked] of [["asked", 0], ["validated", 1]] as const) {
      calls.length = reported.length = 0;
      const cancel = () => sheets.at(-1)?.cancel();
      answerOf = ({ url }) => {
        if (moment === "validated" && url.endsWith("/session")) cancel();
        return undefined;
      };
      const onButtonClicked = () => (moment === "asked" && cancel(), true);
      await payByApple({ events: { ...events, onButtonClicked } });
      assertEquals([reported, calls.length], [["failed USER_CANCELLED"], asked]);
    }
  });
  it("SECURITY R22: a sheet that is gone when the payment ends does not lose its outcome; the button can be used again", async () => {
    const { error } = console;
    console.error = () => {};
    try {
      sheet = "is gone";
      await payByApple();
      sheet = "pays";
      page.find(({ tagName }) => tagName === "apple-pay-button")?.fire("click");
      await clock.runAllAsync();
      // The history of this test's service has nothing new.
      assertEquals([reported, requests.length, ends], [["success", "pending"], 2, [0]]);
    } finally {
      console.error = error;
    }
  });
  it("an error of Google's sheet is not a cancellation, and has the words of Google", async () => {
    const messages: string[] = [];
    const told = { onFailed: (_: unknown, { code, message }: FailedEvent) => messages.push(`${code}: ${message}`) };
    sheet = "breaks";
    const answers = [
      new TypeError("no network"),
      { statusCode: "DEVELOPER_ERROR", statusMessage: "merchantId is not complete" },
      { statusCode: "BUYER_ACCOUNT_ERROR" },
    ];
    for (broken of answers) await payByGoogle({ events: told });
    const unknown = "UNKNOWN_ERROR: Something in the SDK went wrong:";
    assertEquals([messages, calls], [[
      `${unknown} TypeError: no network`,
      `${unknown} Error: merchantId is not complete`,
      `${unknown} Error: BUYER_ACCOUNT_ERROR`,
    ], []]);
  });
  it("S-GPAY-01: a button that Google refuses to make ready says why in Google's words", async () => {
    ready = Promise.reject({ statusCode: "DEVELOPER_ERROR", statusMessage: "no allowed methods" });
    const { message } = await assertRejects(() => new GooglePayButton({}, context()).mount(asElement(place)), Error);
    assertEquals(message, "no allowed methods");
  });
  it("S-ERR-14: a sheet that Apple refuses is no script that did not load: Apple's own reason is told", async () => {
    sheet = "refuses";
    const errors: SdkError[] = [];
    const onFailed = (_: unknown, { error }: FailedEvent) => void errors.push(error as SdkError);
    await payByApple({ events: { onFailed } });
    assertEquals(errors.map((error) => [error.code, error.message, error.cause instanceof DOMException]), [[
      "payrails:client:unknown",
      "Something in the SDK went wrong: InvalidAccessError: another sheet is open",
      true,
    ]]);
    assertEquals(calls, []);
  });
  it("S-INSTR-08: only alwaysStoreInstrument stores a wallet's instrument", async () => {
    await payByGoogle();
    await payByGoogle({ alwaysStoreInstrument: true });
    await payByApple({ alwaysStoreInstrument: true });
    const stored = calls.filter(({ url }) => url.endsWith("/authorize")).map((call) => itemIn(call)?.storeInstrument);
    assertEquals(stored, [false, true, true]);
  });
  it("S-APPLE-02: the merchant session is requested at the method's own address, where it has one that is trusted", async () => {
    const at = async (createSessionLink: unknown) => {
      const methods = METHODS.map((method) =>
        method.paymentMethodCode === "applePay"
          ? { ...method, config: { ...method.config, createSessionLink } as typeof method.config }
          : method
      );
      calls.length = 0;
      await payByApple({}, context({ methods }));
      return calls.find(({ url }) => url.endsWith("/session"))?.url;
    };
    assertEquals(
      [await at(`${BASE}/own/session`), await at("https://elsewhere.test/session"), await at(undefined)],
      [`${BASE}/own/session`, `${BASE}/session`, `${BASE}/session`],
    );
  });

  it("S-AUTHZ-05: without an amount a wallet says that the client has no execution", async () => {
    const messages: string[] = [];
    const onFailed = (_: unknown, { message }: { readonly message: string }) => void messages.push(message);
    await payByApple({ events: { onFailed } }, context({ change: { amount: undefined } }));
    await payByGoogle({ events: { onFailed } }, context({ change: { amount: undefined } }));
    assertEquals(messages.length, 2);
    for (const message of messages) assertMatch(message, /SDK was not initialized with workflow execution/);
  });

  it("S-APPLE-10: label and domain of the sheet are the page's host, unless the merchant sets others", async () => {
    await payByApple();
    await payByApple({ clientDomain: "pay.shop.test", translations: { labels: { paymentScreenLabel: "The Shop" } } });
    assertEquals(requests.map((request) => Reflect.get(Object(Reflect.get(Object(request), "total")), "label")), [
      "shop.test",
      "The Shop",
    ]);
    const hosts = calls.filter(({ url }) => url.endsWith("/session")).map(({ body }) => asBody(body).meta);
    assertEquals(hosts.map(({ clientContext }) => clientContext.host), ["shop.test", "pay.shop.test"]);
  });
  it("S-PAYPAL-03: PayPal's script names the merchant, and uses the client's language when that has a country", async () => {
    const plain = await paypalScript();
    assertEquals([plain.get("merchant-id"), plain.get("client-id"), plain.get("locale")], ["M1", "c", null]);
    assertEquals((await paypalScript({}, "de-AT")).get("locale"), "de_AT");
    assertEquals((await paypalScript({}, "de")).get("locale"), null);
    assertEquals((await paypalScript({ styles: { locale: "fr_CH" } }, "de-AT")).get("locale"), "fr_CH");
  });
  it("a delivery address is requested where the page listens: Apple's sheet and PayPal learn whether it is refused", async () => {
    const apple = (events: object) => new ApplePayButton({ events }, context()).mount(asElement(place));
    const address = { locality: "Berlin", postalCode: "10115", administrativeArea: "BE", countryCode: "DE" };
    const choose = async () => {
      const before = updates.length;
      const [button] = place.all().filter(({ tagName }) => tagName === "apple-pay-button");
      button?.fire("click");
      sheets.at(-1)?.onshippingcontactselected?.({ shippingContact: address });
      await clock.runAllAsync();
      return updates.slice(before);
    };
    await apple({});
    assertEquals([await choose(), sheets.at(-1)?.onshippingcontactselected], [[], undefined]);
    const heard: unknown[] = [];
    const total = { label: "shop.test", type: "final", amount: "1.00" };
    const answerWith = (answer: boolean) => (event: unknown) => {
      heard.push(event);
      return answer;
    };
    await apple({ onDeliveryAddressChanged: answerWith(true) });
    assertEquals(await choose(), [{ newTotal: total }]);
    await apple({ onDeliveryAddressChanged: answerWith(false) });
    const errors = [{ code: "shippingContactInvalid" }];
    assertEquals(await choose(), [{ newTotal: total, errors }]);
    const deliveryAddress = { city: "Berlin", postalCode: "10115", state: "BE", country: { code: "DE" } };
    assertEquals(heard, [{ deliveryAddress }, { deliveryAddress }]);
    Reflect.set(
      globalThis,
      "ApplePayError",
      class {
        constructor(readonly code: string, readonly contactField: string) {}
      },
    );
    const [refused] = await choose();
    Reflect.deleteProperty(globalThis, "ApplePayError");
    assertEquals(
      JSON.stringify(refused),
      JSON.stringify({
        newTotal: total,
        errors: [{ code: "shippingContactInvalid", contactField: "postalAddress" }],
      }),
    );
  });
  describe("an amount that the page changes while a wallet's sheet is open", () => {
    const SUM = { value: "14.90", currency: "EUR" };
    const amounts = () =>
      calls.filter(({ url }) => url.endsWith("/authorize")).map((call) => Object(itemIn(call)).amount);
    /** Apple's sheet opens; the shopper chooses an address before they approve. */
    async function atApple(change: (all: ClientContext) => void, chooses: boolean) {
      const all = context();
      const onDeliveryAddressChanged = () => (change(all), true);
      await new ApplePayButton({ events: { ...events, onDeliveryAddressChanged } }, all).mount(asElement(place));
      page.find(({ tagName }) => tagName === "apple-pay-button")?.fire("click");
      const shown = sheets.at(-1);
      if (chooses) shown?.onshippingcontactselected?.({ shippingContact: {} });
      else change(all);
      await clock.runAllAsync();
    }
    it("is what Apple's sheet shows after the address was chosen, and what is paid", async () => {
      await atApple((all) => all.session.updateAmount(SUM), true);
      assertEquals(updates.at(-1), { newTotal: { label: "shop.test", type: "final", amount: "14.90" } });
      assertEquals([amounts(), reported], [[SUM], ["success"]]);
    });
    it("is not paid where the sheet does not show it: another sum at another time, or another currency", async () => {
      await atApple((all) => all.session.updateAmount(SUM), false);
      await atApple((all) => all.session.updateAmount({ value: "1.00", currency: "USD" }), true);
      const all = context();
      approve = () => all.session.updateAmount(SUM);
      await payByGoogle({}, all);
      assertEquals([amounts(), reported], [[], Array(3).fill("failed UNKNOWN_ERROR")]);
    });
    it("is not paid by the sheet that was approved before a gate sets it; PayPal's order has it", async () => {
      const gated = () => {
        const all = context();
        return { all, events: { ...events, onRequestStart: () => (all.session.updateAmount(SUM), true) } };
      };
      const [google, apple, paypal] = [gated(), gated(), gated()];
      await payByGoogle({ events: google.events }, google.all);
      await payByApple({ events: apple.events }, apple.all);
      assertEquals([amounts(), reported], [[], Array(2).fill("failed UNKNOWN_ERROR")]);
      new PaypalButton({ events: paypal.events }, paypal.all).mount(asElement(place));
      await clock.runAllAsync();
      const order = paypalOptions.at(-1)?.createOrder?.().catch(() => "none");
      await clock.runAllAsync();
      await order;
      assertEquals(amounts(), [SUM]);
    });
    it("is paid when it is the same sum, written otherwise", async () => {
      const all = context();
      approve = () => all.session.updateAmount({ value: "1.0", currency: "EUR" });
      await payByGoogle({}, all);
      assertEquals(reported, ["success"]);
    });
  });
  it("PayPal asks about the address a handler of the client listens to, and rejects what it prevents", async () => {
    const all = context();
    const mount = async () => {
      new PaypalButton({}, all).mount(asElement(place));
      await clock.runAllAsync();
      return paypalOptions.at(-1)?.onShippingAddressChange;
    };
    assertEquals(await mount(), undefined);
    const heard: unknown[] = [];
    all.session.events.on("deliveryAddressChanged", ({ preventDefault, ...event }: CancelableEvent) => {
      heard.push(event);
      preventDefault();
    });
    let rejections = 0;
    await (await mount())?.({ orderID: "o1" }, { reject: () => rejections++ });
    const executionId = all.session.configuration.execution?.id;
    const attempt = { executionId, paymentMethodCode: "payPal", action: "AUTHORIZE" };
    assertEquals([rejections, heard], [1, [{ ...attempt, deliveryAddress: { orderID: "o1" } }]]);
  });
  it("a vendor that never answers is not available after ten seconds; its late script serves the next question", async () => {
    let isSilent = true;
    const late: SmallElement[] = [];
    page.close();
    page = openSmallPage({
      origin: PAGE,
      script: (script) => {
        if (isSilent) late.push(Object.assign(script, { fire() {} }));
      },
      more: { google: { payments: { api: { PaymentsClient } } }, ApplePaySession },
    });
    const all = context();
    const asked = async (asking: Promise<boolean>) => {
      let answer: boolean | undefined;
      void asking.then((is) => answer = is);
      await clock.tickAsync(VENDOR_MS - 1);
      assertEquals(answer, undefined);
      await clock.tickAsync(1);
      return answer;
    };
    assertEquals(await asked(isGooglePayAvailable(all)), false);
    assertEquals(await asked(isApplePayAvailable(all)), false);
    for (const script of late) SmallElement.prototype.fire.call(script, "load");
    assertEquals([await isGooglePayAvailable(all), await isApplePayAvailable(all), late.length], [true, true, 2]);
    isSilent = false;
    ready = new Promise(() => {});
    assertEquals(await asked(isGooglePayAvailable(context())), false);
    const mounting = assertRejects(() => new GooglePayButton({}, context()).mount(asElement(place)), SdkError);
    await clock.runAllAsync();
    assertEquals((await mounting).code, "payrails:client:google_pay.loading");
    assertEquals(clock.countTimers(), 0);
  });
  it("a wallet whose script does not load shows that it is unavailable", async () => {
    const said = async (button: GooglePayButton | ApplePayButton) => {
      blocks = true;
      const { code } = await assertRejects(() => button.mount(asElement(place)), SdkError);
      return [code.split(":").at(-1), place.children[0]?.textContent];
    };
    const translations = { unavailable: "Pay by card." };
    assertEquals([
      await said(new GooglePayButton({ translations }, context())),
      await said(new GooglePayButton({}, context())),
      await said(new ApplePayButton({ translations }, context())),
    ], [
      ["google_pay.loading", "Pay by card."],
      ["google_pay.loading", COMMON.unavailable],
      ["apple_pay.loading", "Pay by card."],
    ]);
  });
  it("S-ERR-15: a wallet without a configuration in the session raises its own code and is not available", async () => {
    const all = context({ methods: [] });
    const google = await assertRejects(() => new GooglePayButton({}, all).mount(asElement(place)), SdkError);
    const apple = await assertRejects(() => new ApplePayButton({}, all).mount(asElement(place)), SdkError);
    const paypal = assertThrows(() => new PaypalButton({}, all).mount(asElement(place)), SdkError);
    assertEquals([google, apple, paypal].map(({ code }) => code), [
      "payrails:client:google_pay.config_missing",
      "payrails:client:apple_pay.config_missing",
      "payrails:client:paypal.config_missing",
    ]);
    assertEquals([await isGooglePayAvailable(all), await isApplePayAvailable(all)], [false, false]);
    assertEquals([await isGooglePayAvailable(context()), await isApplePayAvailable(context())], [true, true]);
  });
});

describe("a vendor's script", () => {
  it("comes also for a client that waits for it while the one that asked first is destroyed", async () => {
    const clock = install({ toFake: ["setTimeout", "clearTimeout"] });
    let failures = 1;
    let asked = 0;
    const page = openSmallPage({ origin: PAGE, script: (script) => (asked++, failures-- > 0 && script.fire("error")) });
    try {
      const lives = [1, 2, 3].map(() => new AbortController());
      const loading = lives.map(({ signal }) =>
        loadScript(`${PAGE}/shared.js`, { signal, retryDelaysMs: SCRIPT_RETRY_DELAYS_MS })
      );
      const ended = Promise.allSettled(loading);
      await clock.tickAsync(0);
      lives.slice(0, 2).forEach((life) => life.abort());
      await clock.runAllAsync();
      assertEquals((await ended).map(({ status }) => status), ["rejected", "rejected", "fulfilled"]);
      assertEquals(asked, 2);
    } finally {
      page.close();
      clock.uninstall();
    }
  });
  it("S-ERR-14: is requested again after its delays when it fails, then no more; a later page requests it again", async () => {
    const clock = install({ toFake: ["setTimeout", "clearTimeout"] });
    let failures = 2;
    let asked = 0;
    const page = openSmallPage({
      origin: PAGE,
      script: (script) => {
        asked++;
        if (failures-- > 0) script.fire("error");
      },
    });
    try {
      const { signal } = new AbortController();
      const load = (url: string) => loadScript(url, { signal, retryDelaysMs: SCRIPT_RETRY_DELAYS_MS });
      const first = load(`${PAGE}/retried.js`);
      await clock.tickAsync(0);
      assertEquals(asked, 1);
      await clock.tickAsync(1000);
      assertEquals(asked, 2);
      await clock.tickAsync(2000);
      await first;
      await load(`${PAGE}/retried.js`);
      assertEquals([asked, asPart(document.head).children.length], [3, 1]);
      failures = 3;
      const lost = assertRejects(() => load(`${PAGE}/lost.js`), TypeError);
      await clock.tickAsync(3000);
      await lost;
      assertEquals(asked, 6);
      await load(`${PAGE}/lost.js`);
      assertEquals(asked, 7);
    } finally {
      page.close();
      clock.uninstall();
    }
  });
});

function asPart(part: unknown): SmallElement {
  return part as SmallElement;
}

function asBody(body: unknown) {
  return body as {
    readonly paymentComposition: readonly {
      readonly paymentMethodCode: string;
      readonly storeInstrument: boolean;
      readonly paymentInstrumentData: object;
    }[];
    readonly meta: { readonly clientContext: { readonly host: string } };
  };
}
