/** Code words that merchants compare with. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  AuthorizationFailureReasons,
  FLOW_TYPE,
  INTEGRATION_TYPE,
  PAYMENT_METHOD_CODES,
  PayrailsEnvironment,
} from "./codes.ts";

describe("codes", () => {
  it("S-CONST-25: payment method codes include the five required ones", () => {
    const { CARD, GOOGLE_PAY, PAYPAL, APPLE_PAY, GENERIC_REDIRECT } = PAYMENT_METHOD_CODES;
    assertEquals([CARD, GOOGLE_PAY, PAYPAL, APPLE_PAY, GENERIC_REDIRECT], [
      "card",
      "googlePay",
      "payPal",
      "applePay",
      "genericRedirect",
    ]);
  });
  it("S-CONST-26: integration types are api and hpp", () =>
    assertEquals(Object.values(INTEGRATION_TYPE), ["api", "hpp"]));
  it("S-CONST-27: flow types are redirect and direct", () =>
    assertEquals(Object.values(FLOW_TYPE), ["redirect", "direct"]));
  it("S-ERR-02, S-BUTTON-23: the failure codes are exported, including UNKNOWN_ERROR", () => {
    assertEquals(Object.keys(AuthorizationFailureReasons).slice(0, 4), [
      "VALIDATION_FAILED",
      "AUTHORIZATION_ERROR",
      "AUTHENTICATION_ERROR",
      "UNKNOWN_ERROR",
    ]);
  });
  it("S-CONFIG-15: the client's environments are TEST and PRODUCTION", () => {
    assertEquals(Object.values(PayrailsEnvironment), ["TEST", "PRODUCTION"]);
  });
  it("importing the SDK without a document does not throw", async () => {
    const { Payrails } = await import("./mod.ts");
    assertEquals(typeof Payrails.init, "function");
  });
});
