/** Nothing in a merchant's styles can load an address, break out of its rule, or do more than change the appearance. */
import fc from "fast-check";
import { assert, assertEquals, assertFalse } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { isParentOrigin } from "../bridge.ts";
import { allowedProperty, isAllowedValue } from "../../sdk/wire/theme/style_rules.ts";

describe("styles", () => {
  it("accepts the properties merchants style fields with", () => {
    const names = ["color", "backgroundColor", "background", "fontSize", "border-radius", "boxShadow", "letterSpacing"];
    assertEquals(names.map(allowedProperty), [
      "color",
      "background-color",
      "background-color",
      "font-size",
      "border-radius",
      "box-shadow",
      "letter-spacing",
    ]);
    for (
      const value of [
        "#0b6e63",
        "rgb(11 110 99 / 50%)",
        "calc(1em + 2px)",
        '"Segoe UI", system-ui, sans-serif',
        "0 1px 2px rgba(0, 0, 0, .2)",
        "1.5px solid red",
        "red !important",
        "color-mix(in srgb, red 20%, white)",
      ]
    ) assert(isAllowedValue(value), value);
  });
  it("refuses properties that change more than the appearance", () => {
    for (
      const name of [
        "position",
        "content",
        "backgroundImage",
        "behavior",
        "--x",
        "all",
        "display",
        "filter",
        "cursor",
        "src",
        "constructor",
      ]
    ) {
      assertEquals(allowedProperty(name), undefined, name);
    }
  });
  it("refuses every way to load an address or to end a rule", () => {
    for (
      const value of [
        "url(https://sink.test/x)",
        "URL ( //sink.test )",
        "image-set('https://sink.test/x' 1x)",
        "u\\72l(//sink.test)",
        "red; background: url(x)",
        "red}*{color:red",
        "expression(alert(1))",
        "attr(value)",
        "var(--secret)",
        "env(x)",
        "</style><script>",
        "@import 'x'",
        "https://sink.test",
        "/* */red",
        "src('x')",
        "cross-fade(x)",
        "element(#CARD_NUMBER)",
        "x".repeat(300),
      ]
    ) assertFalse(isAllowedValue(value), value);
  });
  it("refuses 500 random values around an address", () => {
    const part = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(
        part,
        fc.constantFrom("url(", "src(", "image(", "image-set(", "//", "\\", "@", ";", "{", "<"),
        part,
        (a, bad, b) => {
          assertFalse(isAllowedValue(a + bad + b));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("parents", () => {
  const parents = ["https://shop.example", "http://localhost:*"];
  it("only exact origins and any port of the named host may embed the frame", () => {
    for (const origin of ["https://shop.example", "http://localhost:3000", "http://localhost"]) {
      assert(isParentOrigin(origin, parents), origin);
    }
    for (
      const origin of [
        "null",
        "http://shop.example",
        "https://shop.example.evil.test",
        "https://evilshop.example",
        "http://evil.localhost:3000",
        "http://localhost.evil.test:3000",
        "http://localhost:3000.evil.test",
        "https://localhost:3000",
      ]
    ) assertFalse(isParentOrigin(origin, parents), origin);
  });
});
