/**
 * What an editor checks in every text: the marks, one form of address, and no text that ends otherwise than its
 * English.
 */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { BRITISH } from "../../tests/support/docs/british.ts";
import { CATALOGUES } from "./catalogues.ts";

type Check = (text: string, english: string) => boolean;

const count = (text: string, mark: string) => text.split(mark).length;
const ends = (text: string) => /[.?!:]$/.test(text);

const EVERYWHERE: Readonly<Record<string, Check>> = {
  "ends as the English does": (text, english) => ends(text) === ends(english),
  "has no double space": (text) => !/ {2}/.test(text),
  "has one mark of omission": (text) => !text.includes("..."),
  "keeps a phone number on one line": (text, english) => !/\+\d+ \d/.test(english + text),
  "has a no-break space before a unit": (text) => !/\d [%€$]/.test(text),
  "has no straight quotes": (text) => !text.includes('"'),
  // "Sicherheit: hoch" or "confianza: alta" beside a number reads as if the number were safe.
  "speaks of the score where English says confidence": (text, english) =>
    !/^Confidence/.test(english) || !/Sicherheit|[Cc]onfianza/.test(text),
};
const IN: Readonly<Record<"de" | "es", Readonly<Record<string, Check>>>> = {
  es: {
    "opens its questions and exclamations": (text) =>
      count(text, "?") === count(text, "¿") && count(text, "!") === count(text, "¡"),
    "has both quotes": (text) => count(text, "«") === count(text, "»"),
    // The form of these texts is chosen by another number.
    "agrees with a number that is one": (text) =>
      !/\b1 (negativ|comprobad)[oa]s\b/.test(text.replaceAll(/\{\w+\}/g, "1")),
    "says tú": (text) => !/\b(usted|ustedes|vosotros|vuestr[oa]s?)\b/i.test(text),
  },
  de: {
    "has both quotes": (text) => count(text, "„") === count(text, "“"),
    "says Sie": (text) => !/\b(du|dir|dich|dein|deine[mnrs]?|euch|euer|eure[mnrs]?)\b/i.test(text),
  },
};

describe("typography", () => {
  for (const language of ["es", "de"] as const) {
    for (const [name, isRight] of Object.entries({ ...EVERYWHERE, ...IN[language] })) {
      it(`every text in ${language} ${name}`, () => {
        const wrong = Object.entries(CATALOGUES[language]).filter(([english, text]) => !isRight(text, english));
        assertEquals(wrong, []);
      });
    }
  }

  it("English texts have no double space and no three dots", () => {
    assertEquals(Object.keys(CATALOGUES.de).filter((text) => / {2}|\.\.\./.test(text)), []);
  });

  it("English texts are spelled as in the US", () => {
    assertEquals(Object.keys(CATALOGUES.de).filter((text) => BRITISH.test(text)), []);
  });
});
