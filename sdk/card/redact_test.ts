/** What may leave the frame and what masks inside it are two functions, and only the first feeds the BIN look-up. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { detectBrand } from "./detect.ts";
import { maskNumber } from "./mask.ts";
import { binOf, lookupBinOf } from "./redact.ts";

describe("redaction", () => {
  it("S-SEC-12: the BIN comes from the first digits, never from the mask, which shows the last", () => {
    const number = "4929183756021238";
    const told = binOf(number, detectBrand(number));
    assertEquals([told, lookupBinOf(told), maskNumber(number)], ["49291837", "49291837", "XXXXXXXX56021238"]);
  });
});
