/** Numbers in pasted text. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { findNumbers, numbersToOffer } from "./find_numbers.ts";

describe("numbers in a text", () => {
  const CASES: readonly (readonly [string, readonly string[]])[] = [
    ["call me 650 253 0000 now", ["650 253 0000"]],
    ["+1 650 253 0000 +44 20 7946 0018", ["+1 650 253 0000", "+44 20 7946 0018"]],
    ["650-253-0000, (212) 736-1234", ["650-253-0000", "(212) 736-1234"]],
    ["6502530000 6502530001", ["6502530000", "6502530001"]],
    ["650 253 0000 650 253 0001", ["650 253 0000", "650 253 0001"]],
    ["020 7946 0018 07400 123456", ["020 7946 0018", "07400 123456"]],
    ["6502530000\n650 253 0000", ["650 253 0000"]],
    ["order 12345 of 2026", []],
    ["اتصل ٠٥٠١٢٣٤٥٦٧ الآن", ["0501234567"]],
    ["+９１ ९८७६५ ४३२१०, ０３－１２３４－５６７８", ["+91 98765 43210", "03-1234-5678"]],
    ["1234567 and 123456", ["1234567"]],
    ["12345678901234567890", []],
    ["1112223 2223334 3334445 4445556 5556667, 7778889", ["7778889"]],
    ["a 1112223 b 2223334 c 3334445 d 4445556 e 5556667", ["1112223", "2223334", "3334445", "4445556"]],
  ];
  for (const [text, found] of CASES) {
    it(`finds ${found.length} in "${text}"`, () => assertEquals(findNumbers(text), found));
  }

  it("offers nothing where the text is one number, or one that spells a word", () => {
    for (const text of ["", "٠٥٠ ١٢٣ ٤٥٦٧", "+1 (650) 253-0000", " 650.253.0000 ", "1-800-FLOWERS"]) {
      assertEquals(numbersToOffer(text), [], text);
    }
    assertEquals(numbersToOffer("from 650 253 0000"), ["650 253 0000"]);
    assertEquals(numbersToOffer("650 253 0000; 650 253 0001").length, 2);
  });
});
