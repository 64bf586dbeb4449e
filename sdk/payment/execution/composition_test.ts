/** The body of authorize. */
import { assertEquals, assertFalse } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { authorizeBody, defaultReturnInfo, newCardItem, riskSessionId, storedItem } from "./composition.ts";

const amount = { value: "19.99", currency: "USD" };
const card = { amount, encryptedData: "a.b.c.d.e", vaultProviderConfigId: "p1", storeInstrument: false };

describe("composition", () => {
  it("S-COMPOSE-01: a plain new card has only the properties that apply", () => {
    assertEquals(newCardItem(card), {
      paymentMethodCode: "card",
      integrationType: "api",
      amount,
      storeInstrument: false,
      paymentInstrumentData: { encryptedData: "a.b.c.d.e", vaultProviderConfigId: "p1" },
    });
  });
  it("S-COMPOSE-01, S-FORM-15: enrollInstrumentToNetworkOffers is sent when it is true, and left out otherwise", () => {
    const sent = [true, false].map((enrollInstrumentToNetworkOffers) => {
      const item = newCardItem({ ...card, enrollInstrumentToNetworkOffers });
      return ["enrollInstrumentToNetworkOffers" in item, item.enrollInstrumentToNetworkOffers];
    });
    assertEquals(sent, [[true, true], [false, undefined]]);
  });
  it("S-COMPOSE-03: storeInstrument is a boolean, true or false", () => {
    assertEquals([true, false].map((storeInstrument) => newCardItem({ ...card, storeInstrument }).storeInstrument), [
      true,
      false,
    ]);
  });
  it("S-COMPOSE-04: card data include the billing address", () => {
    const billingAddress = { country: { name: "Germany", code: "DE" }, postalCode: "10115" };
    assertEquals(newCardItem({ ...card, billingAddress }).paymentInstrumentData, {
      encryptedData: "a.b.c.d.e",
      vaultProviderConfigId: "p1",
      billingAddress,
    });
  });
  it("card data of a co-badged card include the network that was chosen", () => {
    const chosen = newCardItem({ ...card, preferredScheme: "cartesbancaires" }).paymentInstrumentData;
    assertEquals(chosen?.preferredScheme, "cartesbancaires");
    assertEquals("preferredScheme" in (newCardItem(card).paymentInstrumentData ?? {}), false);
  });
  it("S-COMPOSE-07: a stored instrument is sent by its id, without card data", () => {
    assertEquals(storedItem({ amount, id: "i1", paymentMethod: "card" }), {
      paymentMethodCode: "card",
      integrationType: "api",
      amount,
      paymentInstrumentId: "i1",
    });
  });
  it("S-COMPOSE-08: a chosen instalment is sent with its count", () => {
    assertEquals(newCardItem({ ...card, installmentCount: 3 }).installments, { count: 3 });
    assertEquals(storedItem({ amount, id: "i1", paymentMethod: "card", installmentCount: 6 }).installments, {
      count: 6,
    });
  });
});

describe("authorize body", () => {
  const returnInfo = defaultReturnInfo("https://api.test/services/payments/client/executions/1/authorize");
  it("S-AUTHZ-01: has amount, composition and return pages, and meta.risk only with a risk session", () => {
    const item = newCardItem(card);
    assertEquals(authorizeBody({ item, returnInfo }), { amount, paymentComposition: [item], returnInfo });
    assertEquals(authorizeBody({ item, returnInfo, riskSessionId: "r1" }).meta, { risk: { sessionId: "r1" } });
    const withContext = authorizeBody({ item, returnInfo, clientContext: { language: "de" } }).meta ?? {};
    assertFalse("risk" in withContext);
  });
  it("S-3DS-10: the provider's own pages are the default for success, error, cancel and pending", () => {
    const base = "https://api.test/services/payments/result";
    assertEquals(returnInfo, {
      success: `${base}/success`,
      cancel: `${base}/cancel`,
      error: `${base}/error`,
      pending: `${base}/pending`,
    });
  });
  it("S-AUTHZ-07: PayPal's risk session is its fraud-net id", () => {
    assertEquals(riskSessionId("payPal", { other: "o1", fraudNet: "f1" }), "f1");
    assertEquals(riskSessionId("payPal", { other: "o1" }), undefined);
  });
  it("S-AUTHZ-08: every other method takes the first id that is not fraudNet", () => {
    assertEquals(riskSessionId("card", { fraudNet: "f1", forter: "o1", sift: "o2" }), "o1");
    assertEquals(riskSessionId("card", { fraudNet: "f1" }), undefined);
    assertEquals(riskSessionId("card", undefined), undefined);
  });
});
