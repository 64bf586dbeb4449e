/** The longest known prefix wins, zeros count, and every entry of the package's files is found again. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import { loadPhoneData, phoneDataDir } from "./phone_data.ts";
import { parsePrefixTable } from "./prefix_table.ts";

/** A BSON document of texts, written by hand according to the format. */
function bson(entries: readonly (readonly [string, string])[], type = 2): Uint8Array {
  const encoder = new TextEncoder();
  const parts = entries.flatMap(([key, text]) => {
    const value = encoder.encode(text);
    const length = new Uint8Array(new Int32Array([value.length + 1]).buffer);
    return [type, ...encoder.encode(key), 0, ...length, ...value, 0];
  });
  const size = new Uint8Array(new Int32Array([parts.length + 5]).buffer);
  return new Uint8Array([...size, ...parts, 0]);
}

describe("the prefix table", () => {
  it("returns the longest prefix's text, distinguishes leading zeros, and returns undefined otherwise", () => {
    const table = parsePrefixTable(
      bson([["650", "California"], ["6502", "Mountain View, CA"], ["06", "Roma"], ["6", "6"]]),
    );
    assertEquals(["6502530000", "6509999999", "0669820", "669820", "7", "", "0"].map(table), [
      "Mountain View, CA",
      "California",
      "Roma",
      "6",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("reads other alphabets, and an empty file as one without entries", () => {
    assertEquals(parsePrefixTable(bson([["1", "Zürich 苏黎世"]]))("123"), "Zürich 苏黎世");
    assertEquals(parsePrefixTable(bson([]))("123"), undefined);
  });

  it("refuses a file of another format", () => {
    assertThrows(() => parsePrefixTable(bson([["1", "x"]], 16)), TypeError, "not a text");
  });

  it("finds the expected texts in the largest file", () => {
    const table = parsePrefixTable(Deno.readFileSync(`${phoneDataDir()}geocodes/en/86.bson`));
    assertEquals([table("2112345678"), table("1012345678")], ["Shanghai", "Beijing"]);
    assertEquals(loadPhoneData([]).timeZones("16502530000"), "America/Los_Angeles");
  });
});
