/** The colour scheme of a frame follows the merchant's choice, then the page around it, then the device. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { schemeOf } from "./scheme.ts";

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

  const rows: readonly (readonly [chosen: "light" | "dark" | "auto" | undefined, string, string, string])[] = [
    ["light", "dark", "dark", "light"],
    ["dark", "light", "light", "dark"],
    ["auto", "normal", "dark", "light"],
    ["auto", "light", "dark", "light"],
    ["auto", "dark", "light", "dark"],
    ["auto", "light dark", "light", "light"],
    ["auto", "light dark", "dark", "dark"],
    [undefined, "dark light", "dark", "dark"],
  ];
  for (const [chosen, page, device, expected] of rows) {
    it(`is ${expected} with ${chosen ?? "no"} choice, on a ${page} page and a ${device} device`, () => {
      [ofPage, ofDevice] = [page, device];
      assertEquals(schemeOf({} as Element, chosen), expected);
    });
  }
});
