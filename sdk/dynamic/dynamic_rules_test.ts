/** Which fields of a schema are asked for, and which of their values are valid. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { InstrumentSchema } from "../execution/field_schema.ts";
import { brokenRule, dataOf, fieldsOf, hiddenOf, requiredOf } from "./dynamic_rules.ts";

const SCHEMA: InstrumentSchema = {
  required: ["type"],
  properties: {
    number: { type: "number" },
    iban: { type: "string", "ui:position": 2 },
    type: { oneOf: [{ const: "iban", title: "IBAN" }, { const: "local", title: "Local" }], "ui:position": 1 },
    note: { type: "string" },
  },
  dependentSchemas: {
    type: {
      oneOf: [
        { properties: { type: { const: "iban" } }, required: ["iban"] },
        { properties: { type: { const: "local" } }, required: ["number"] },
      ],
    },
  },
};

describe("the fields of a dynamic form", () => {
  it("are in the order of their position, those without one last; a field that decides others is marked", () => {
    assertEquals(fieldsOf(SCHEMA).map(({ name, decides }) => [name, decides]), [
      ["type", true],
      ["iban", false],
      ["number", false],
      ["note", false],
    ]);
    assertEquals(fieldsOf({}), []);
  });

  it("depend on the choice made so far; those of another choice are hidden and not sent", () => {
    assertEquals([[...requiredOf(SCHEMA, {})], [...hiddenOf(SCHEMA, {})]], [["type"], ["iban", "number"]]);
    const local = { type: "local", number: "12", iban: "DE1" };
    assertEquals([[...requiredOf(SCHEMA, local)], [...hiddenOf(SCHEMA, local)]], [["type", "number"], ["iban"]]);
    assertEquals(dataOf(SCHEMA, local), { type: "local", number: 12 });
    assertEquals(dataOf(SCHEMA, { type: "iban", iban: "DE1", note: "" }), { type: "iban", iban: "DE1" });
  });

  it("break one rule at a time", () => {
    const schema = { minLength: 2, maxLength: 4, pattern: "^[a-z]+$" };
    const broken = (text: string, isRequired = false) => brokenRule(schema, text, isRequired);
    assertEquals([broken(""), broken("", true), broken("a"), broken("abcde"), broken("AB"), broken("abcd")], [
      undefined,
      "required",
      "minLength",
      "maxLength",
      "pattern",
      undefined,
    ]);
    const choice = { oneOf: [{ const: 1, title: "one" }] };
    assertEquals([brokenRule(choice, "1", true), brokenRule(choice, "2", true)], [undefined, "oneOf"]);
  });

  it("a number is refused where it would be sent with other digits, or with none", () => {
    const isValid = (text: string) => brokenRule({ type: "number" }, text, true) === undefined;
    const kept = ["0", "12", "-7", "1.5", "1.50", "10.00", "100", "9007199254740991"];
    assertEquals(kept.filter((text) => !isValid(text)), []);
    const changed = ["032180000118359719", "9007199254740993", "0012345", "12a", "1e3", "0x10", "NaN"];
    assertEquals([...changed, "Infinity", "1.2.3", "-", ".", `0.${"1".repeat(101)}`].filter(isValid), []);
    assertEquals(brokenRule({ type: "string" }, "0012345", true), undefined);
  });

  it("SECURITY X3: try a pattern on 256 characters at most, so that a slow one cannot stop the page", () => {
    const schema = { pattern: "^(a+)+$" };
    assertEquals([brokenRule(schema, "a".repeat(256), true), brokenRule(schema, "a".repeat(257), true)], [
      undefined,
      "pattern",
    ]);
  });
});
