/** A visitor's language: link before choice before browser, and only supported languages. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { chooseLanguage, directionOf } from "./visitor_language.ts";

describe("the language of a visitor", () => {
  const cases: readonly (readonly [asked: string, stored: string, acceptLanguage: string, expected: string])[] = [
    ["", "", "", "en"],
    ["", "", "de-AT,de;q=0.9,en;q=0.8", "de"],
    ["", "", "fr,es;q=0.5,de;q=0.7", "de"],
    ["", "", "fr-FR, pt", "en"],
    ["", "", "DE", "de"],
    ["", "", "en;q=0.1, es;q=0.1", "en"],
    ["", "", "es;q=0, de;q=0.2", "de"],
    ["", "", ";;;,,q=x", "en"],
    ["", "es", "de", "es"],
    ["", "fr", "de", "de"],
    ["de", "es", "en", "de"],
    ["<script>", "es", "en", "es"],
    ["__proto__", "constructor", "toString", "en"],
  ];
  for (const [asked, stored, acceptLanguage, expected] of cases) {
    it(`${asked || "-"}, ${stored || "-"}, ${acceptLanguage || "-"}: ${expected}`, () => {
      assertEquals(chooseLanguage({ asked, stored, acceptLanguage }), expected);
    });
  }
  it("every language has a text direction", () => assertEquals(directionOf("de"), "ltr"));
});
