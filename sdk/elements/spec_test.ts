/** From options to the message for the frame: defaults, formats with their fallback, rules, styles. */
import fc from "fast-check";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { SdkError } from "../errors/sdk_error.ts";
import { frameName } from "../frames/frame_name.ts";
import { VAULT_ELEMENT_TYPES } from "../wire/elements.ts";
import { groupOf } from "../../tests/support/hostile/frame_talk.ts";
import { compareApprovedText } from "../../tests/support/approved.ts";
import { parseToGroup } from "../wire/to_group.ts";
import { checkElement } from "./check_element.ts";
import { FAULT_TEXTS } from "./columns.ts";
import type { CollectElementOptions } from "./options.ts";
import { specOf } from "./spec.ts";

function spec(options: CollectElementOptions) {
  const warnings: string[] = [];
  return { ...specOf(options, { warn: (text) => warnings.push(text) }), warnings };
}

describe("element specs", () => {
  it("S-VAULT-01, S-CONST-23, S-ELEM-06: the type decides column, label and icon; the table is cards", () => {
    const { name, column, table, cardIcon, required } = spec({ type: "CARD_NUMBER" });
    assertEquals([name, column, table, cardIcon, required], ["card_number", "card_number", "cards", true, true]);
    assertEquals(spec({ type: "CARD_NUMBER", enableCardIcon: false }).cardIcon, false);
    assertEquals(spec({ type: "INPUT_FIELD", name: "city" }).column, "city");
  });
  it("of every type are as approved: texts, formats and defaults", async () => {
    const specs = VAULT_ELEMENT_TYPES.map((type) => {
      const more = { name: "own", value: "v", options: ["one", "two"] };
      const { warnings, ...made } = spec(type === "CARD_NUMBER" ? { type } : { type, ...more });
      return `== ${type} ==\n${JSON.stringify(made, undefined, 1)}\n${warnings.join("\n")}`;
    });
    await compareApprovedText("sdk/element_specs", `${specs.join("\n")}\n`);
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
  it("a date shows its format where nothing else is shown in it", () => {
    const shown = (type: "EXPIRATION_DATE" | "EXPIRATION_YEAR" | "INPUT_FIELD", more: object) =>
      spec({ type, ...more }).placeholder;
    assertEquals(shown("EXPIRATION_DATE", { format: "YYYY/MM" }), "YYYY/MM");
    assertEquals(shown("EXPIRATION_YEAR", { format: "YYYY" }), "YYYY");
    assertEquals(shown("EXPIRATION_DATE", { format: "YYYY/MM", placeholder: "Year and month" }), "Year and month");
    assertEquals([shown("EXPIRATION_DATE", {}), shown("INPUT_FIELD", { format: "+1 XX" })], ["MM/YY", ""]);
  });
  it("S-VALID-24, S-ELEM-05: a mask and its translation are sent, and so is the format of a free text as its mask", () => {
    const maskOf = (options: CollectElementOptions) => {
      const { mask, translation } = spec({ name: "x", translation: { X: "[A-Z]" }, ...options });
      return [mask, translation?.X];
    };
    for (const type of ["INPUT_FIELD", "textarea"] as const) {
      assertEquals(maskOf({ type, mask: ["XX-YY", { X: "[0-9]" }], format: "XXX" }), ["XX-YY", "[0-9]"]);
      assertEquals(maskOf({ type, mask: ["XX-YY"] }), ["XX-YY", "[A-Z]"]);
      assertEquals(maskOf({ type, format: "XX-XX" }), ["XX-XX", "[A-Z]"]);
    }
    assertEquals(maskOf({ type: "CARD_NUMBER", format: "XXXX-XXXX-XXXX-XXXX" }), [undefined, "[A-Z]"]);
  });
  it("S-VALID-01: rules of all three types are sent, and the frame accepts them", () => {
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
    const sent = structuredClone({ type: "group", setup: groupOf([made]) });
    assert(parseToGroup(sent) !== undefined);
    assertEquals(parseToGroup({ ...sent, extra: 1 }), undefined);
    assertEquals(parseToGroup({ ...sent, setup: { ...sent.setup, elements: [{ ...made, type: "IBAN" }] } }), undefined);
  });
  it("styles apply by state, with global below base", () => {
    const { inputs } = spec({
      type: "CVV",
      styles: { global: { fontFamily: "Arial" }, base: { color: "red" }, invalid: {} },
    });
    assertEquals(inputs, { base: { fontFamily: "Arial", color: "red" } });
    const every = Object.fromEntries(
      ["base", "complete", "empty", "focus", "invalid", "cardIcon"].map((state) => [state, { opacity: "0.9" }]),
    );
    const styled = specOf({ type: "CVV", styles: every }, { warn: () => {} });
    assertEquals(styled.inputs, every);
    assert(parseToGroup({ type: "group", setup: groupOf([styled]) }) !== undefined, "the frame accepts each state");
  });
  it("an element's own error texts take precedence over the container's", () => {
    const { errors } = specOf({ type: "CVV", translations: { error: { empty: "Code?" } } }, {
      warn: () => {},
      errors: { empty: "Leer.", past: "Abgelaufen." },
    });
    assertEquals([errors.empty, errors.past, errors.too_long], ["Code?", "Abgelaufen.", "This entry is too long."]);
  });
  it("a `default` is the text of every fault that the merchant does not name", () => {
    const warn = () => {};
    const everyFault = (text: string) => Object.fromEntries(Object.keys(FAULT_TEXTS).map((name) => [name, text]));
    const own = specOf({ type: "CVV", translations: { error: { default: "Code?", past: "Old." } } }, {
      warn,
      texts: () => ({ errors: { empty: "Leer." } }),
      errors: { wrong: "Falsch." },
    });
    assertEquals(own.errors, { ...everyFault("Code?"), past: "Old.", default: "Code?" });
    const ofContainer = specOf({ type: "CVV", translations: { error: { past: "Old." } } }, {
      warn,
      errors: { default: "Hm.", wrong: "Falsch." },
    });
    assertEquals(ofContainer.errors, { ...everyFault("Hm."), wrong: "Falsch.", past: "Old.", default: "Hm." });
  });
  it("the frame accepts every option that the check accepts; all other options get an error of the table", () => {
    let taken = 0;
    fc.assert(
      fc.property(wildOptions, (options) => {
        try {
          checkElement(options, (value) => value === OTHER);
        } catch (error) {
          assert(error instanceof SdkError, String(error));
          return;
        }
        taken++;
        const made = specOf(asOptions(options), { warn: () => {} });
        const sent: unknown = structuredClone({ type: "group", setup: groupOf([made]) });
        assert(parseToGroup(sent) !== undefined, JSON.stringify(sent));
      }),
      { numRuns: 3000 },
    );
    assert(taken > 300, `only ${taken} were taken`);
  });
  it("S-CONTAINER-02: a frame's name has three parts", () => {
    const name = frameName("element:CVV:a:b", "c-1", "WARN");
    assertEquals(name.split(":"), [encodeURIComponent("element:CVV:a:b"), "c-1", "WARN"]);
  });
});

const OTHER = { name: "other" };
/** What a merchant may pass as a text: often text, sometimes far too long, sometimes any other value. */
const wildText = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 1200 }).map((length) => "x".repeat(length)) },
  { weight: 2, arbitrary: fc.anything({ withNullPrototype: true, withBigInt: true }) },
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
const wildCss = fc.oneof(fc.dictionary(wildKey(), wildText), wildText);
const wildStyles = fc.oneof(
  { weight: 3, arbitrary: fc.record({ base: wildCss, global: wildCss, focus: wildCss }) },
  { weight: 1, arbitrary: wildText },
);
const wildRule = fc.oneof(
  fc.record({ type: fc.constant("REGEX_MATCH_RULE"), params: fc.record({ regex: wildText, error: wildText }) }),
  fc.record({
    type: fc.constant("LENGTH_MATCH_RULE"),
    params: fc.record({ min: maybe(fc.oneof(fc.nat(), fc.double())), max: maybe(fc.maxSafeNat()), error: wildText }),
  }),
  fc.constant({ type: "ELEMENT_VALUE_MATCH_RULE", params: { element: OTHER } }),
);
const wildOptions = fc.record({
  type: fc.constantFrom(...VAULT_ELEMENT_TYPES),
  name: maybe(fc.oneof({ weight: 5, arbitrary: fc.constant("field") }, wildText)),
  label: wildText,
  placeholder: wildText,
  value: fc.oneof({ weight: 4, arbitrary: fc.constant("yes") }, wildText),
  options: fc.oneof({ weight: 4, arbitrary: fc.constant(["a", { value: "b" }]) }, fc.array(wildText), wildText),
  format: maybe(fc.oneof({ weight: 4, arbitrary: fc.string({ maxLength: 8 }) }, wildText)),
  translations: fc.oneof(fc.record({ error: fc.oneof(fc.dictionary(wildKey(), wildText), wildText) }), wildText),
  styles: wildStyles,
  labelStyles: wildStyles,
  errorTextStyles: wildStyles,
  validations: maybe(fc.array(wildRule, { maxLength: 3 })),
  mask: maybe(
    fc.tuple(fc.string({ maxLength: 9 }), maybe(fc.dictionary(wildKey(), fc.constantFrom("[0-9]", "x", "(")))),
  ),
}, { requiredKeys: ["type"] });

function wildKey(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom("X", "color", "empty", "default", "__proto__", "constructor"),
    fc.string({ maxLength: 90 }),
  );
}

/** The check has accepted it. */
function asOptions(options: unknown): CollectElementOptions {
  return options as CollectElementOptions;
}
