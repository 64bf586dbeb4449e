/** From options to what the frame is told: defaults, formats with their fallback, rules, styles. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { frameName } from "../frames/frame_name.ts";
import { parseToGroup } from "../wire/to_group.ts";
import type { CollectElementOptions } from "./options.ts";
import { specOf } from "./spec.ts";

function spec(options: CollectElementOptions) {
  const warnings: string[] = [];
  return { ...specOf(options, { warn: (text) => warnings.push(text) }), warnings };
}

describe("element specs", () => {
  it("S-VAULT-01, S-CONST-23, S-ELEM-06: type gives column, label and icon; the table is cards", () => {
    const { name, column, table, cardIcon, required } = spec({ type: "CARD_NUMBER" });
    assertEquals([name, column, table, cardIcon, required], ["card_number", "card_number", "cards", true, true]);
    assertEquals(spec({ type: "CARD_NUMBER", enableCardIcon: false }).cardIcon, false);
    assertEquals(spec({ type: "INPUT_FIELD", name: "city" }).column, "city");
  });
  it("S-FORMAT-01, S-FORMAT-02, S-FORMAT-03: an unsupported format becomes the default with one warning", () => {
    for (const format of ["MM/YY", "YYYY/MM", "YY/MM", "MM/YYYY"]) {
      assertEquals(spec({ type: "EXPIRATION_DATE", format }).format, format);
    }
    for (
      const [type, format, chosen] of [["EXPIRATION_DATE", "DD/MM", "MM/YY"], ["EXPIRATION_YEAR", "Y", "YY"]] as const
    ) {
      const made = spec({ type, format });
      assertEquals(made.format, chosen);
      assertEquals(made.warnings.length, 1);
      assertMatch(made.warnings[0] ?? "", /not supported/);
    }
  });
  it("S-VALID-01: rules of all three types travel, and the frame takes them", () => {
    const made = specOf({
      type: "INPUT_FIELD",
      name: "x",
      mask: ["XX-YY", { X: "[0-9]", Y: "[a-z]" }],
      validations: [
        { type: "REGEX_MATCH_RULE", params: { regex: /^a/i, error: "A first." } },
        { type: "LENGTH_MATCH_RULE", params: { max: 4 } },
        { type: "ELEMENT_VALUE_MATCH_RULE", params: { element: { name: "y" } } },
      ],
    }, { warn: () => {} });
    assertEquals(
      made.rules.map(({ type, source, flags, max, element, error }) => [type, source ?? max ?? element, flags, error]),
      [
        ["REGEX_MATCH_RULE", "^a", "i", "A first."],
        ["LENGTH_MATCH_RULE", 4, undefined, undefined],
        ["ELEMENT_VALUE_MATCH_RULE", "y", undefined, undefined],
      ],
    );
    const sent = structuredClone({ type: "element_update", spec: made });
    assert(parseToGroup(sent) !== undefined);
    assertEquals(parseToGroup({ ...sent, extra: 1 }), undefined);
    assertEquals(parseToGroup({ ...sent, spec: { ...made, type: "IBAN" } }), undefined);
  });
  it("styles by state, with global below base", () => {
    const { inputs } = spec({
      type: "CVV",
      styles: { global: { fontFamily: "Arial" }, base: { color: "red" }, invalid: {} },
    });
    assertEquals(inputs, { base: { fontFamily: "Arial", color: "red" } });
  });
  it("S-CONTAINER-02: a frame's name has three parts", () => {
    const name = frameName({ element: "element:CVV:a:b", containerId: "c-1", logLevel: "WARN" });
    assertEquals(name.split(":"), [encodeURIComponent("element:CVV:a:b"), "c-1", "WARN"]);
  });
});
