/** What merchants may import by name, without a page. */
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import * as exports from "./mod.ts";
import { VAULT_ELEMENT_TYPES } from "./wire/elements.ts";

const VALUES = [
  ...["Payrails", "PayrailsCollectContainer", "PayrailsEnvironment", "ElementType", "PAYMENT_METHOD_CODES"],
  ...["INTEGRATION_TYPE", "AuthorizationFailureReasons", "REVOLUT_PAY_DEFAULT_LABEL", "REVOLUT_PAY_DEFAULT_THEME"],
];

describe("exports of the SDK", () => {
  it("include every value that merchants of the published SDK import", () => {
    for (const name of VALUES) assert(name in exports, name);
  });

  it("S-ELEM-03, S-ELEM-04: include all types of collect elements", () => {
    assertEquals(Object.values(exports.ElementType).sort(), [...VAULT_ELEMENT_TYPES].sort());
    const { CVV, EXPIRATION_DATE, CARD_NUMBER, CARDHOLDER_NAME, INPUT_FIELD, PIN, EXPIRATION_MONTH, EXPIRATION_YEAR } =
      exports.ElementType;
    const named = {
      CVV,
      EXPIRATION_DATE,
      CARD_NUMBER,
      CARDHOLDER_NAME,
      INPUT_FIELD,
      PIN,
      EXPIRATION_MONTH,
      EXPIRATION_YEAR,
    };
    for (const [name, value] of Object.entries(named)) assertEquals<string>(value, name);
    const { TEXTAREA, CHECKBOX, RADIO, DROPDOWN } = exports.ElementType;
    assertEquals([TEXTAREA, CHECKBOX, RADIO, DROPDOWN], ["textarea", "checkbox", "radio", "dropdown"]);
  });

  it("include nothing internal", () => {
    const later = ["ACTION_REQUIRED_KIND", "PayrailsElementAction"];
    const more = [...later, "CLIENT_VERSION", "FLOW_TYPE", "PayrailsError", "VAULT_SDK_VERSION"];
    assertEquals(Object.keys(exports).sort(), [...VALUES, ...more].sort());
  });
});
