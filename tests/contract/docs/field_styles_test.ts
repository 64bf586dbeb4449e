/** The styles that the merchants' page names are those that the frame of the card fields accepts. */
import { it } from "@std/testing/bdd";
import { assertEquals, assertFalse } from "@std/assert";
import { allowedProperty, isAllowedValue } from "../../../sdk/wire/theme/style_rules.ts";

it("accepts every property and function that the merchants' page names, and no more functions", async () => {
  const page = await Deno.readTextFile(new URL("../../../docs/merchants/guides/styling.md", import.meta.url));
  const section = page.split("### What the card frame accepts")[1]?.split("\n## ")[0] ?? "";
  const named = [...section.matchAll(/`([a-z-]+)(\(\))?`/g)].map(([, name = "", isFunction]) => ({
    name,
    isFunction,
  }));
  const properties = named.filter(({ isFunction }) => isFunction === undefined);
  const functions = named.filter(({ isFunction }) => isFunction !== undefined);
  assertEquals([properties.length, functions.length], [41, 11]);
  assertEquals(properties.filter(({ name }) => allowedProperty(name) === undefined), []);
  assertEquals(functions.filter(({ name }) => !isAllowedValue(`${name}(1, 2)`)), []);
  for (const name of ["url", "var", "env", "attr", "image", "element"]) {
    assertFalse(isAllowedValue(`${name}(1, 2)`), name);
  }
});
