/** The first screen's style rules are selected by class; no other rule is lost or added. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { stylesFor } from "./first_screen.ts";

const HTML = `<main class="page page--wide"><p class="lead">x</p></main>`;

describe("styles of the first screen", () => {
  const cases: readonly (readonly [string, string])[] = [
    [":root{--a:1}p{margin:0}", ":root{--a:1}p{margin:0}"],
    [".page{color:red}.other{color:blue}", ".page{color:red}"],
    [".page,.other{color:red}", ".page{color:red}"],
    [".page .other{color:red}", ""],
    [".page:not(.other):hover{color:red}", ".page:not(.other):hover{color:red}"],
    ["@media (min-width:9px){.lead{a:b}.x{c:d}}", "@media (min-width:9px){.lead{a:b}}"],
    ["@media (min-width:9px){.x{c:d}}", ""],
    ["@media print{.page{a:b}}", ""],
    ["@keyframes turn{to{rotate:1turn}}.page--wide{a:b}", ".page--wide{a:b}"],
    ['@charset "utf-8";.page{a:b}', ".page{a:b}"],
    [":is(.page,.lead){a:b}", ":is(.page,.lead){a:b}"],
  ];
  for (const [css, expected] of cases) {
    it(`${css} keeps ${expected || "nothing"}`, () => assertEquals(stylesFor(HTML, css), expected));
  }
});
