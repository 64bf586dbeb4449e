/** The maps that the build draws from public-domain outlines. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { readFileSync } from "node:fs";
import { drawMap, outlinesOf } from "./country_maps.ts";

const file = new URL(import.meta.resolve("world-atlas/countries-50m.json"));
const all = outlinesOf(JSON.parse(readFileSync(file, "utf8")));
const map = (code: string) => {
  const country = all.find((each) => each.code === code);
  assert(country !== undefined, code);
  return drawMap(country, all);
};
/** Corners of the country's own shapes, in pixels of the picture. */
function box(svg: string) {
  const [, path = ""] = /class="c" d="([^"]*)"/.exec(svg) ?? [];
  const points = [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

describe("country maps", () => {
  it("include nearly all countries, by their codes", () => {
    const codes = all.map(({ code }) => code);
    assert(codes.length > 200, `${codes.length}`);
    assert(["US", "GB", "DE", "ES", "SG", "MT"].every((code) => codes.includes(code)));
    assertEquals(codes.filter((code) => !/^[A-Z]{2}$/.test(code)), []);
  });

  it("show the country whole and in the middle, a small one among its neighbours", () => {
    for (const code of ["DE", "PL", "BR", "IN"]) {
      const { left, right, top, bottom } = box(map(code));
      assert(top > 0 && bottom < 180 && left > 0 && right < 320, `${code} ${top} ${bottom} ${left} ${right}`);
      assert(bottom - top > 80, `${code} is drawn too small`);
    }
    const { top, bottom } = box(map("MT"));
    assert(bottom - top < 20, "the island stays small");
  });

  it("are small files with a light and a dark theme and without script or link", () => {
    for (const { code } of all) {
      const svg = map(code);
      assert(svg.length < 90_000, `${code} ${svg.length}`);
      assert(svg.includes("prefers-color-scheme:dark") && !/script|href|on\w+=/.test(svg), code);
    }
  });
});
