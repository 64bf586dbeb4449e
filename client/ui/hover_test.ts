/** Rules that all style sheets keep. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { readdirSync, readFileSync } from "node:fs";

const ROOT = new URL("../..", import.meta.url);
const SHEETS = [
  ...["client/styles", "client/console/styles"].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".css"))
      .map((path) => `${folder}/${path}`)
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
