/** What merchants may import by name (COMPAT 3.1), here where there is no page. */
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import * as exports from "./mod.ts";

const VALUES = [
  ...["Payrails", "PayrailsCollectContainer", "PayrailsEnvironment", "ElementType", "PAYMENT_METHOD_CODES"],
  ...["INTEGRATION_TYPE", "AuthorizationFailureReasons", "REVOLUT_PAY_DEFAULT_LABEL", "REVOLUT_PAY_DEFAULT_THEME"],
];

describe("exports of the SDK", () => {
  it("hold every value that merchants of the published SDK import", () => {
    for (const name of VALUES) assert(name in exports, name);
  });

  it("hold nothing of the inside", () => {
    const more = ["CLIENT_VERSION", "FLOW_TYPE", "PayrailsError", "VAULT_SDK_VERSION"];
    assertEquals(Object.keys(exports).sort(), [...VALUES, ...more].sort());
  });
});
