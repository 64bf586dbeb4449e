/** Style objects as pages write them: names in either case, numbers, the style of their own nodes; light and dark. */
import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { SmallElement } from "../../tests/support/small_page/small_page.ts";
import { rowStylesOf } from "../dropin/row_styles.ts";
import { createStyler, cssEntries, kebab } from "./css.ts";
import { schemeOf } from "./scheme.ts";

describe("styles of merchants", () => {
  it("take texts and numbers; empty texts, methods and null are not values", () => {
    assertEquals(cssEntries({ color: "red", zIndex: 2, width: "", top: undefined }), [["color", "red"], [
      "zIndex",
      "2",
    ]]);
    const node: object = { color: "red", length: 0, parentRule: null, setProperty: () => {} };
    assertEquals(cssEntries(node).filter(([name]) => name !== "length"), [["color", "red"]]);
    assertEquals([cssEntries(null), cssEntries(undefined)], [[], []]);
  });

  it("have the names that scripts use for float and for vendor-prefixed properties", () => {
    assertEquals(["cssFloat", "webkitBoxShadow", "WebkitBoxShadow", "flexDirection", "--own"].map(kebab), [
      "float",
      "-webkit-box-shadow",
      "-webkit-box-shadow",
      "flex-direction",
      "--own",
    ]);
  });

  it("later layers win, and what a call leaves out is removed", () => {
    const node = new SmallElement("div", () => {});
    const style = createStyler(node as unknown as HTMLElement);
    style({ color: "red", top: "1px" }, { color: "blue" });
    assertEquals([node.style.color, node.style.top], ["blue", "1px"]);
    style({ color: "red" });
    assertEquals([node.style.color, node.style.top], ["red", undefined]);
  });

  it("rows of the drop-in have those of every row, and of their method: beside a wallet's own, or under element", () => {
    const [all, own] = [{ base: { color: "red" } }, { base: { color: "blue" } }];
    const styles = { element: all, googlePayButton: { ...own, buttonColor: "black" }, pix: { element: own, base: {} } };
    assertEquals(rowStylesOf(styles, "googlePay"), [all, styles.googlePayButton]);
    assertEquals(rowStylesOf(styles, "pix"), [all, own]);
    assertEquals([rowStylesOf(styles, "card"), rowStylesOf(undefined, "card")], [[all, {}], [{}, {}]]);
    assertEquals(rowStylesOf({ pix: null }, "pix"), [{}, {}]);
  });
});

describe("the colour scheme of a frame", () => {
  const given = ["getComputedStyle", "matchMedia"].map((name) => [name, Reflect.get(globalThis, name)] as const);
  let ofPage = "normal";
  let ofDevice = "light";
  beforeEach(() => {
    Object.assign(globalThis, {
      getComputedStyle: () => ({ colorScheme: ofPage }),
      matchMedia: (query: string) => ({ matches: query === `(prefers-color-scheme: ${ofDevice})` }),
    });
  });
  afterEach(() => {
    for (const [name, value] of given) Reflect.set(globalThis, name, value);
  });

  /** What pages without types pass. */
  function asScheme(value: unknown): "auto" {
    return value as "auto";
  }
  const rows: readonly (readonly [chosen: "light" | "dark" | "auto" | undefined, string, string, string])[] = [
    ["light", "dark", "dark", "light"],
    ["dark", "light", "light", "dark"],
    ["auto", "normal", "dark", "light"],
    ["auto", "light", "dark", "light"],
    ["auto", "dark", "light", "dark"],
    ["auto", "light dark", "light", "light"],
    ["auto", "light dark", "dark", "dark"],
    [undefined, "dark light", "dark", "dark"],
    [asScheme(null), "dark", "light", "dark"],
    [asScheme("DARK"), "light", "dark", "light"],
  ];
  for (const [chosen, page, device, expected] of rows) {
    it(`is ${expected} with ${chosen ?? "no"} choice, on a ${page} page and a ${device} device`, () => {
      [ofPage, ofDevice] = [page, device];
      assertEquals(schemeOf({} as Element, chosen), expected);
    });
  }
});
