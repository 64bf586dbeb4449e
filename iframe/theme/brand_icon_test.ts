/** Icons of networks: decorative, of one size, distinguished by their drawings. */
import { Window } from "happy-dom";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { type Brand, BRANDS } from "../../sdk/card/brands.ts";
import { brandIcon } from "./brand_icon.ts";
import { networkIcons } from "./network_icons.ts";

const { document, SVGElement } = globalThis;
const SIZE = { viewBox: "0 0 34 22", width: "34", height: "22", "aria-hidden": "true" };

const attributesOf = (icon: Element) =>
  Object.fromEntries([...icon.attributes].map(({ name, value }) => [name, value]));

describe("icons of networks", () => {
  beforeEach(() => {
    const page = new Window();
    Object.assign(globalThis, { document: page.document, SVGElement: page.SVGElement });
  });
  afterEach(() => void Object.assign(globalThis, { document, SVGElement }));

  it("every brand has its own, named by its network and hidden from screen readers", () => {
    const drawn = new Set<string>();
    for (const { brand, network = "none" } of Object.values(BRANDS)) {
      const icon = brandIcon(brand);
      assertEquals(attributesOf(icon), { ...SIZE, "data-brand": network });
      assert(icon.childElementCount > 1, brand);
      drawn.add(icon.innerHTML);
    }
    // A card of unknown network and one of no network look the same.
    assertEquals(drawn.size, Object.keys(BRANDS).length - 1);
    assertEquals(brandIcon("VISA").textContent, "VISA");
  });

  it("co-badged networks are shown side by side in one size; one without a mark has its short name", () => {
    const icons = networkIcons(["visa", "cartesbancaires", "girocard", "constructor"]);
    assertEquals(icons.map((icon) => attributesOf(icon)["data-brand"]), [
      "visa",
      "cartesbancaires",
      "girocard",
      "constructor",
    ]);
    assertEquals(icons.map(({ textContent }) => textContent), ["VISA", "CB", "GIRO", "CONS"]);
    for (const icon of icons) assertEquals({ ...attributesOf(icon), "data-brand": "" }, { ...SIZE, "data-brand": "" });
    assertEquals(icons[0]?.innerHTML, brandIcon("VISA").innerHTML);
  });

  it("draws nothing where the browser has no SVG", () => {
    Object.assign(globalThis, { SVGElement: class {} });
    assertThrows(() => brandIcon("VISA" satisfies Brand), TypeError, "svg is no svg element");
  });
});
