/** Rules that all style sheets keep. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { readdirSync, readFileSync } from "node:fs";

const ROOT = new URL("../..", import.meta.url);
const SHEETS = [
  ...readdirSync(new URL("client/console/styles", ROOT)).map((name) => `client/console/styles/${name}`),
  ...readdirSync(new URL("client/styles", ROOT)).filter((name) => name.endsWith(".css")).map((name) =>
    `client/styles/${name}`
  ),
  "client/docs/docs.css",
  "client/playground/playground.css",
  "sdk/ui/payrails-styles.css",
  "server/embedded/identity/providers/simulator/style.css",
];

/** Selectors with `:hover` outside of `@media (hover: hover)`. */
function stickyHovers(css: string): readonly string[] {
  const open: string[] = [];
  const found: string[] = [];
  for (const [, before = "", brace] of css.replace(/\/\*[^]*?\*\//g, "").matchAll(/([^{}]*)([{}])/g)) {
    if (brace === "}") {
      open.pop();
      continue;
    }
    const head = before.trim();
    if (head.includes(":hover") && !open.some((outer) => outer.includes("(hover: hover)"))) found.push(head);
    open.push(head);
  }
  return found;
}

describe("style sheets", () => {
  for (const path of SHEETS) {
    it(`${path}: nothing stays hovered after a tap`, () =>
      assertEquals(stickyHovers(readFileSync(new URL(path, ROOT), "utf8")), []));
  }

  it("a rule outside of the media query is found", () => {
    assertEquals(stickyHovers("@media (hover: hover) { a:hover { color: red } } b:hover, c { color: red }"), [
      "b:hover, c",
    ]);
  });
});
