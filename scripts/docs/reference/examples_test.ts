/** An example depends only on its own type, not on what the compiler has seen before it. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { examplesOf } from "./examples.ts";

const CHANGE = `export declare interface InstrumentChange {
    status?: "enabled" | "disabled";
    look?: LookStyles | readonly LookStyles[];
}
declare interface LookStyles { color?: string }
`;
const others = (words: string, look: string) =>
  `export declare interface ButtonOptions { state?: ${words}; look?: ${look} }\n`;

describe("the examples of the reference", () => {
  it("show the same word and form of a union wherever else the declarations name its parts", () => {
    const texts = [
      CHANGE,
      others('"disabled" | "enabled"', "readonly LookStyles[] | LookStyles") + CHANGE,
      others('"enabled" | "disabled"', "LookStyles | readonly LookStyles[]") + CHANGE,
    ];
    const examples = texts.map((text) => examplesOf(text).get("InstrumentChange"));
    assertEquals(new Set(examples).size, 1, examples.join("\n"));
  });

  it("leave out the word that applies without the option", () => {
    const text = `export declare interface ButtonOptions {
      /** Default \`auto\`. */
      scheme?: "auto" | "dark" | "light";
    }`;
    assertEquals(examplesOf(text).get("ButtonOptions"), '{\n  scheme: "dark",\n}');
  });
});
