/** Rules that all style sheets keep. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
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

/** For these, the style sheets or the page around the elements turn motion off themselves. */
const OWN_MOTION = "sdk/ui/payrails-styles.css";

/** Animations and transitions that a visitor who asks for less motion would see. */
function ceaselessMotion(css: string): readonly string[] {
  const open: string[] = [];
  const found: string[] = [];
  for (const [, before = "", end] of css.replace(/\/\*[^]*?\*\//g, "").matchAll(/([^{};]*)([{};])/g)) {
    const part = before.trim();
    if (end === "{") open.push(part);
    else {
      const moves = /^(?:animation|transition|scroll-behavior)\b(?!.*var\(--move\))/.test(part);
      if (moves && !open.some((outer) => outer.includes("(prefers-reduced-motion: no-preference)"))) found.push(part);
      if (end === "}") open.pop();
    }
  }
  return found;
}

/** Classes with a layout rule of their own, except those for print. */
function laidOut(css: string): readonly string[] {
  return [...css.replace(/\/\*[^]*?\*\//g, "").matchAll(/^(\.[\w-]+) \{[^}]*\bdisplay:/gm)].map(([, name = ""]) =>
    name
  );
}

describe("style sheets", () => {
  it("of the web app lay out each class in only one of them: two parts with one name would share their columns", () => {
    const owners = new Map<string, Set<string>>();
    for (const path of SHEETS.filter((each) => each.startsWith("client/styles/") && !each.endsWith("print.css"))) {
      for (const name of laidOut(readFileSync(new URL(path, ROOT), "utf8"))) {
        owners.set(name, (owners.get(name) ?? new Set()).add(path));
      }
    }
    assert(owners.size > 50, `${owners.size} classes`);
    assertEquals([...owners].filter(([, paths]) => paths.size > 1).map(([name]) => name), []);
  });

  for (const path of SHEETS) {
    it(`${path}: nothing stays hovered after a tap`, () =>
      assertEquals(stickyHovers(readFileSync(new URL(path, ROOT), "utf8")), []));
    if (path === OWN_MOTION) continue;
    it(`${path}: under reduced motion nothing moves`, () =>
      assertEquals(ceaselessMotion(readFileSync(new URL(path, ROOT), "utf8")), []));
  }

  it("motion outside the media query and without our token is found", () => {
    const css = "a { transition: color var(--move) } b { transition: color 1s; color: red } " +
      "@media (prefers-reduced-motion: no-preference) { c { animation: x 1s } } d { animation: x 1s }";
    assertEquals(ceaselessMotion(css), ["transition: color 1s", "animation: x 1s"]);
  });

  it("a rule outside the media query is found", () => {
    assertEquals(stickyHovers("@media (hover: hover) { a:hover { color: red } } b:hover, c { color: red }"), [
      "b:hover, c",
    ]);
  });
});
