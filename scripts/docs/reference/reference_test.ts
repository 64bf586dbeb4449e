/** The reference in git says something about every member that merchants can write or read. */
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { errorsPage } from "./errors.ts";

const DOCS = new URL("../../../docs/", import.meta.url).pathname;

async function linesOf(folder: string): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const { name } of Deno.readDir(DOCS + folder)) {
    if (!name.endsWith(".md")) continue;
    const text = await Deno.readTextFile(`${DOCS}${folder}/${name}`);
    lines.push(...text.split("\n").map((line) => `${name}: ${line}`));
  }
  return lines;
}

describe("the reference", () => {
  it("describes every property of the package and every field of the merchant API, including those of inner objects", async () => {
    const rows = (await linesOf("merchants/reference")).filter((line) => /^\S+: \| `/.test(line));
    assert(rows.length > 1000, String(rows.length));
    assertEquals(rows.filter((row) => /\| +\|$/.test(row)), []);
  });

  it("lists every error with the sentence that the code raises", async () =>
    assertEquals(
      (await Deno.readTextFile(`${DOCS}merchants/reference/errors.md`)).split("\n"),
      errorsPage().split("\n"),
    ));

  it("leaves no declaration of the package undocumented", async () =>
    assertEquals((await linesOf("api")).filter((line) => line.includes("(undocumented)")), []));
});
