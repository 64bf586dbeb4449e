/** The catalogue of a language holds every file of its folder, and both languages have the same texts. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import * as z from "zod/mini";
import { CATALOGUES } from "./catalogues.ts";

const Texts = z.record(z.string(), z.string());

describe("the catalogues", () => {
  for (const language of ["de", "es"] as const) {
    it(`hold every text of the files in ${language}/`, async () => {
      const folder = new URL(`${language}/`, import.meta.url);
      const catalogue = CATALOGUES[language];
      let count = 0;
      for await (const { name } of Deno.readDir(folder)) {
        const texts = z.parse(Texts, JSON.parse(await Deno.readTextFile(new URL(name, folder))));
        for (const [english, translated] of Object.entries(texts)) {
          assertEquals([name, english, catalogue[english]], [name, english, translated]);
          count += 1;
        }
      }
      assertEquals(count, Object.keys(catalogue).length);
    });
  }

  it("translate the same texts into each language", () =>
    assertEquals(Object.keys(CATALOGUES.de).toSorted(), Object.keys(CATALOGUES.es).toSorted()));
});
