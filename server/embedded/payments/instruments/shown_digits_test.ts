import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { BRANDS } from "../../../../sdk/card/brands.ts";
import { shownDigits } from "./shown_digits.ts";

describe("digits of a stored card", () => {
  it("SECURITY S4: its first 8 digits, 6 of a network with short numbers, and its last 4", () => {
    assertEquals(shownDigits("4929183756021238"), { bin: "49291837", suffix: "1238" });
    assertEquals(shownDigits("371449635398431"), { bin: "371449", suffix: "8431" });
    assertEquals(shownDigits("36185926473080"), { bin: "361859", suffix: "3080" });
  });

  it("SECURITY S4: at least four digits stay hidden, however short the number is", () => {
    assertEquals(shownDigits("675964982689"), { bin: "67596498", suffix: "" });
    assertEquals(shownDigits("6759649826844"), { bin: "67596498", suffix: "4" });
    for (const { ranges, minLength, maxLength } of Object.values(BRANDS)) {
      const prefix = ranges[0]?.[0] ?? "9";
      for (let length = minLength; length <= maxLength; length++) {
        const { bin, suffix } = shownDigits(prefix.padEnd(length, "7"));
        assert(bin.length + suffix.length <= length - 4, `${prefix}, ${length} digits: ${bin} ${suffix}`);
      }
    }
  });
});
