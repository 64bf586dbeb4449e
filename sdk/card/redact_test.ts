/** What may leave the frame of a number is the only source of the BIN look-up. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { detectBrand } from "./detect.ts";
import { binOf, lookupBinOf } from "./redact.ts";

describe("redaction", () => {
  it("S-SEC-12: the BIN comes from the first digits, of which the rest cannot be told", () => {
    const number = "4929183756021238";
    const told = binOf(number, detectBrand(number));
    assertEquals([told, lookupBinOf(told)], ["49291837", "49291837"]);
  });
});
