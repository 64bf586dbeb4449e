/** What the wallets receive (requests, styles, addresses), and how their answers are used. */
import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { PaymentMethodOption } from "../wire/config.ts";
import type { Answer, Call } from "../api/http.ts";
import { INTEGRATION_TYPE } from "../codes.ts";
import { interpretAfterVisit } from "../payment/outcome.ts";
import type { FinalExecution } from "../payment/polling/poll_until_final.ts";
import { Session } from "../session/session.ts";
import {
  type AppleSession,
  closeSheet,
  merchantSessionOf,
  openSheet,
  sessionRequest,
  startSession,
  tokenOf,
} from "./apple_pay.ts";
import { callbacksOf } from "../emitter/callbacks.ts";
import { Emitter } from "../emitter/emitter.ts";
import { PAYPAL_RENDER_DEBOUNCE_MS } from "./paypal/paypal_button.ts";
import { paymentRequest } from "./google_pay.ts";
import { asksToStore } from "../session/stored_instruments.ts";
import { accountItem, shippingCallback, styleOf } from "./paypal/paypal_button.ts";
import { scriptFor } from "./paypal/paypal_script.ts";
import { refusesAddress, scriptOf, walletItem } from "./wallet.ts";

const option = (config: Readonly<Record<string, unknown>>): PaymentMethodOption => ({
  paymentMethodCode: "x",
  integrationType: "api",
  config,
  paymentInstruments: [],
});

const RULES = { pageOrigin: "https://shop.test", hosts: ["pay.test"] };
const AMOUNT = { value: "1.00", currency: "USD" };
const init = { version: "2.0", data: btoa(JSON.stringify({ token: "token", amount: AMOUNT })) };
const session = new Session(init, { options: {}, rules: RULES, log: () => {} });

describe("wallets", () => {
  it("S-COMPOSE-02: wallets pay by api; hpp is the other integration type", () => {
    assertEquals(INTEGRATION_TYPE, { API: "api", HPP: "hpp" });
    const approved = { token: {}, stores: false, shown: AMOUNT };
    const items = [
      walletItem({ session }, "googlePay", approved),
      walletItem({ session }, "applePay", approved),
      accountItem(AMOUNT, false, undefined),
    ];
    assertEquals(items.map(({ integrationType }) => integrationType), ["api", "api", "api"]);
  });
  it("S-APPLE-13: the page or a trusted session may set other script addresses than the vendors'", () => {
    const vendors = ["googlePay", "applePay", "payPal"] as const;
    const hosts = vendors.map((code) => new URL(scriptOf(code, { initOptions: {}, rules: RULES }, option({}))).host);
    assertEquals(hosts, ["pay.google.com", "applepay.cdn-apple.com", "www.paypal.com"]);
    for (const code of vendors) {
      const own = "https://shop.test/wallet.js";
      assertEquals(scriptOf(code, { initOptions: { scripts: { [code]: own } }, rules: RULES }, option({})), own);
      const named = option({ scriptUrl: "https://pay.test/stand-in.js" });
      assertEquals(scriptOf(code, { initOptions: {}, rules: RULES }, named), "https://pay.test/stand-in.js");
      const strange = option({ scriptUrl: "https://evil.test/x.js" });
      assertMatch(scriptOf(code, { initOptions: {}, rules: RULES }, strange), /google|apple|paypal/);
    }
  });
});

describe("Google Pay", () => {
  it("S-GPAY-02: version 2.0 and FINAL, except for currencies with three decimals", () => {
    const usd = paymentRequest(option({ parameters: {} }), { value: "1.00", currency: "USD" });
    assertEquals([usd.apiVersion, usd.apiVersionMinor, usd.transactionInfo.totalPriceStatus], [2, 0, "FINAL"]);
    for (const currency of ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]) {
      const { transactionInfo } = paymentRequest(option({}), { value: "1.000", currency });
      assertEquals(transactionInfo, { currencyCode: currency, totalPriceStatus: "NOT_CURRENTLY_KNOWN" });
    }
  });
});

describe("Apple Pay", () => {
  const api = { STATUS_SUCCESS: 0, STATUS_FAILURE: 1 };
  function openFixture() {
    const seen: unknown[] = [];
    class Session implements AppleSession {
      onvalidatemerchant: AppleSession["onvalidatemerchant"] = null;
      onpaymentauthorized: AppleSession["onpaymentauthorized"] = null;
      oncancel: AppleSession["oncancel"] = null;
      static readonly STATUS_SUCCESS = 0;
      static readonly STATUS_FAILURE = 1;
      static canMakePayments = () => true;
      constructor(version: number) {
        seen.push(version);
      }
      begin = () => void seen.push("begin");
      abort = () => void seen.push("abort");
      completeMerchantValidation = () => {};
      completePayment = (result: unknown) => void seen.push(result);
    }
    const sheet = openSheet(Session, {});
    return { sheet, seen };
  }
  const failed = { type: "failed", code: "AUTHORIZATION_ERROR", message: "" } as const;
  const success = { type: "success", execution: { id: "", status: [], links: { self: "", execution: "" } } } as const;

  it("S-APPLE-02: the request has the session's country, networks and capabilities", () => {
    const parameters = {
      countryCode: "US",
      supportedNetworks: ["visa"],
      merchantCapabilities: ["supports3DS"],
      requiredBillingContactFields: ["postalAddress"],
    };
    assertEquals(sessionRequest(option({ parameters }), { value: "1.00", currency: "USD" }, "Shop"), {
      ...parameters,
      currencyCode: "USD",
      total: { label: "Shop", type: "final", amount: "1.00" },
    });
  });
  it("S-APPLE-03, S-CONST-24: the session has version 3 and begins at once", () =>
    assertEquals(openFixture().seen, [3, "begin"]));
  it("S-APPLE-06, S-APPLE-07: the sheet ends with success or failure status, once", () => {
    for (const [outcome, status] of [[success, 0], [failed, 1]] as const) {
      const { sheet, seen } = openFixture();
      sheet.session.onpaymentauthorized?.({ payment: { token: {} } });
      closeSheet(sheet, api, outcome);
      closeSheet(sheet, api, outcome);
      assertEquals(seen.slice(2), [{ status }]);
    }
  });
  it("with abortAfterAuthorizeFailed only a payment that fails closes the sheet", () => {
    for (const [outcome, end] of [[success, { status: 0 }], [failed, "abort"]] as const) {
      const { sheet, seen } = openFixture();
      sheet.session.onpaymentauthorized?.({ payment: { token: {} } });
      closeSheet(sheet, api, outcome, true);
      assertEquals(seen.slice(2), [end]);
    }
  });
  it("a sheet without the shopper's approval is aborted, a cancelled one is not touched", () => {
    const open = openFixture();
    closeSheet(open.sheet, api, failed);
    assertEquals(open.seen.at(-1), "abort");
    const cancelled = openFixture();
    cancelled.sheet.session.oncancel?.();
    closeSheet(cancelled.sheet, api, failed);
    assertEquals(cancelled.seen.at(-1), "begin");
  });
  it("S-APPLE-10: the request for a session has requestUrl, sessionUrl and clientDomain", async () => {
    const calls: Call[] = [];
    const send = (call: Call): Promise<Answer> => {
      calls.push(call);
      return Promise.resolve({ type: "ok", body: { data: { data: { merchant: 1 } } } });
    };
    const call = {
      requestUrl: "https://pay.test/session",
      sessionUrl: "https://apple.test/start",
      clientDomain: "shop.test",
    };
    const answer = await startSession(call, { session, send, signal: new AbortController().signal });
    assertEquals(answer, { merchant: 1 });
    assertEquals(calls.map(({ method, url, token, body }) => [method, url, token, body]), [[
      "POST",
      "https://pay.test/session",
      "token",
      {
        integrationType: "api",
        paymentMethodCode: "applePay",
        amount: AMOUNT,
        meta: { sessionURL: "https://apple.test/start", clientContext: { host: "shop.test" } },
      },
    ]]);
  });
  it("S-APPLE-11: the merchant session is at data.data", () => {
    assertEquals(merchantSessionOf({ data: { data: { nonce: "n" } } }), { nonce: "n" });
    assertEquals([merchantSessionOf({}), merchantSessionOf(null)], [undefined, undefined]);
  });
  it("S-COMPOSE-09: network and name are added to the token", () => {
    const payment = { token: { paymentMethod: { network: "Visa", displayName: "Visa 1" } } };
    assertEquals(tokenOf(payment), { ...payment, paymentNetwork: "Visa", paymentInstrumentName: "Visa 1" });
    const unnamed = { token: {} };
    assertEquals(tokenOf(unnamed), { ...unnamed, paymentNetwork: undefined, paymentInstrumentName: undefined });
  });
});

describe("PayPal", () => {
  const config = { clientId: "c", captureMode: "Manual", integrationMode: "SDK" };
  const params = (captureMode: string, isSaving = false) =>
    new URL(scriptFor("https://paypal.test/js", option({ ...config, captureMode }), { isSaving, currency: "USD" }).url)
      .searchParams;
  it("S-PAYPAL-01: gold, 40, rect, paypal, no tagline by default", () => {
    assertEquals(styleOf(), { color: "gold", height: 40, shape: "rect", label: "paypal", tagline: false });
    assertEquals(styleOf({ color: "blue" }).color, "blue");
  });
  it("S-PAYPAL-03, S-PAYPAL-04: Instant captures, everything else authorizes", () => {
    assertEquals(["Instant", "Manual", ""].map((mode) => params(mode).get("intent")), [
      "capture",
      "authorize",
      "authorize",
    ]);
    assertEquals([params("Instant").get("client-id"), params("Instant").get("currency")], ["c", "USD"]);
  });
  it("S-PAYPAL-08: saving tokenizes with vault", () => {
    assertEquals([params("Instant", true).get("intent"), params("Instant", true).get("vault")], ["tokenize", "true"]);
  });
  it("S-COMPOSE-06: the composition has PayPal's own risk id", () => {
    const item = accountItem(AMOUNT, true, { fraudNet: "f1", other: "o1" });
    assertEquals(item.paymentInstrumentData, { providerData: { riskSessionCorrelationId: "f1" } });
    assertEquals(accountItem(AMOUNT, true, undefined).paymentInstrumentData, { providerData: {} });
  });
  it("S-PAYPAL-11: an approval is a success only when the outcome is authorizeSuccessful", () => {
    const execution = { id: "", status: [], links: { self: "", execution: "" } };
    const ended = (code: string): FinalExecution => ({ type: "final", status: { code, time: "2" }, execution });
    const outcomes = [
      ended("authorizeSuccessful"),
      ended("authorizePending"),
      ended("authorizeFailed"),
      { type: "exhausted" } as const,
    ].map((polled) => interpretAfterVisit(polled));
    assertEquals(outcomes.map(({ type }) => type), ["success", "pending", "failed", "pending"]);
  });
  it("the script uses the requested language when PayPal supports it", () => {
    const settings = { isSaving: false, currency: "EUR" };
    assertEquals(/locale/.test(scriptFor("https://paypal.test/js", option({}), settings).url), false);
    assertMatch(scriptFor("https://paypal.test/js", option({}), { ...settings, locale: "de_DE" }).url, /locale=de_DE/);
  });
  it("S-PAYPAL-05: express hides the save checkbox", () => {
    const paypal = { ...option(config), paymentMethodCode: "payPal" };
    const express = option({ ...config, integrationMode: "express" });
    const asks = [{}, { showStoreInstrumentCheckbox: true }].map((options) =>
      [paypal, { ...express, paymentMethodCode: "payPal" }].map((one) => asksToStore(one, options))
    );
    assertEquals(asks, [[true, false], [true, false]]);
  });
  it("S-INSTR-08: without the option, PayPal and the drop-in's cards ask where the session can store, and no other method does", () => {
    const ask = (code: string, supportsSaveInstrument?: boolean) => {
      const clientConfig = supportsSaveInstrument === undefined ? {} : { supportsSaveInstrument };
      return asksToStore({ ...option(config), paymentMethodCode: code, clientConfig }, {});
    };
    assertEquals(
      ["card", "payPal", "googlePay", "applePay"].map((code) => [ask(code, true), ask(code), ask(code, false)]),
      [
        [true, false, false],
        [true, true, false],
        [false, false, false],
        [false, false, false],
      ],
    );
  });
  it("a wallet whose session cannot store has no room for a checkbox; for a card the merchant's option counts", () => {
    const ask = (code: string, supportsSaveInstrument: boolean) =>
      [{ showStoreInstrumentCheckbox: true }, { showStoreInstrumentCheckbox: true, alwaysStoreInstrument: true }].map((
        options,
      ) =>
        asksToStore({ ...option(config), paymentMethodCode: code, clientConfig: { supportsSaveInstrument } }, options)
      );
    assertEquals(["googlePay", "payPal", "card"].map((code) => [ask(code, true), ask(code, false)]), [
      [[true, false], [false, false]],
      [[true, false], [false, false]],
      [[true, false], [true, false]],
    ]);
  });
  it("S-PAYPAL-06, S-CONST-11: rendering waits 300 ms", () => assertEquals(PAYPAL_RENDER_DEBOUNCE_MS, 300));
  it("S-PAYPAL-14: false and an error reject the address, anything else does not", async () => {
    const rejections = async (ask: () => unknown) => {
      let count = 0;
      const events = new Emitter(callbacksOf(() => ({ onDeliveryAddressChanged: ask })));
      await shippingCallback((deliveryAddress) => refusesAddress(events, { deliveryAddress }))({}, {
        reject: () => count++,
      });
      return count;
    };
    const fails = () => {
      throw new Error("no");
    };
    assertEquals(
      [await rejections(() => false), await rejections(fails), await rejections(() => Promise.reject(new Error()))],
      [1, 1, 1],
    );
    assertEquals([await rejections(() => true), await rejections(() => undefined)], [0, 0]);
  });
  it("S-PAYPAL-15: the script requests buttons and funding eligibility", () =>
    assertMatch(params("Instant").toString(), /components=buttons%2Cfunding-eligibility/));
});
