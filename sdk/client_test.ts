/** The client without a page: what it offers, and its answers when nothing is mounted. */
import { assert, assertEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import * as sdk from "./mod.ts";

const CONFIG = {
  token: "token",
  links: { binLookup: { href: "https://shop.test/bin" } },
  vaultConfiguration: { vaultId: "v", vaultUrl: "https://shop.test", providerConfigId: "p", links: {} },
  execution: {
    id: "e",
    links: {},
    initialResults: [{
      httpCode: 200,
      body: {
        name: "lookup",
        data: {
          paymentCompositionOptions: ["card", "googlePay", "applePay", "payPal"].map((paymentMethodCode) => ({
            paymentMethodCode,
            integrationType: "api",
            config: { named: paymentMethodCode },
            clientConfig: { displayName: paymentMethodCode },
            paymentInstruments: [{
              id: `of-${paymentMethodCode}`,
              paymentMethod: paymentMethodCode,
              status: "enabled",
            }],
          })),
        },
      },
    }],
  },
};
const INIT = { version: "2.0", data: btoa(JSON.stringify(CONFIG)) };

describe("client", () => {
  const original = Object.getOwnPropertyDescriptor(globalThis, "location");
  before(() => {
    Object.defineProperty(globalThis, "location", { value: new URL("https://shop.test/pay"), configurable: true });
  });
  after(() => {
    if (original === undefined) Reflect.deleteProperty(globalThis, "location");
    else Object.defineProperty(globalThis, "location", original);
  });

  it("S-BIN-09: without a form, a BIN look-up warns No container found and resolves to undefined", async () => {
    const warned: unknown[] = [];
    const { warn } = console;
    console.warn = (...args: unknown[]) => void warned.push(...args);
    try {
      assertEquals(await sdk.Payrails.init(INIT).binLookup(), undefined);
    } finally {
      console.warn = warn;
    }
    assertEquals(warned, ["payrails: No container found"]);
  });

  it("S-INSTR-07, S-INSTR-05: stored instruments are read by methods named after what they return", () => {
    const client = sdk.Payrails.init(INIT);
    const answers = {
      cards: client.getSavedCreditCards(),
      google: client.getSavedGooglePayAccounts(),
      apple: client.getSavedApplePayAccounts(),
      paypal: client.getSavedPaypalAccounts(),
    };
    assertEquals(Object.values(answers).map(([first]) => first?.id), [
      "of-card",
      "of-googlePay",
      "of-applePay",
      "of-payPal",
    ]);
    assertEquals(client.getStoredInstruments().length, 4);
    assertEquals(client.getStoredInstrumentsByPaymentMethod("payPal").length, 1);
    assertEquals(client.getAvailablePaymentMethods(), ["card", "googlePay", "applePay", "payPal"]);
  });

  it("S-CONFIG-09: a payment method of the session has its code, config, clientConfig and instruments", () => {
    const client = sdk.Payrails.init(INIT);
    const card = client.query("paymentMethodConfig", { paymentMethodCode: "card" });
    if (card === null || Array.isArray(card)) throw new TypeError("One code stands for one method");
    const { paymentMethodCode, config, clientConfig, paymentInstruments } = card;
    assertEquals([
      paymentMethodCode,
      Reflect.get(config ?? {}, "named"),
      clientConfig?.displayName,
      paymentInstruments?.length,
    ], [
      "card",
      "card",
      "card",
      1,
    ]);
  });

  it("S-PROD-02: one package makes every element", () => {
    const pieces = [
      "cardForm",
      "paymentButton",
      "cardList",
      "dropin",
      "collectContainer",
      "googlePayButton",
      "applePayButton",
      "paypalButton",
      "genericRedirectButton",
      "binLookup",
      "resume",
      "api",
      "query",
      "update",
      "setState",
      "isGooglePayAvailable",
      "isApplePayAvailable",
      "destroy",
    ];
    const missing = pieces.filter((name) => typeof Reflect.get(sdk.Payrails.prototype, name) !== "function");
    assertEquals(missing, []);
    assert("preloadCardForm" in sdk.Payrails && "PayrailsError" in sdk);
  });
});
