import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { leftText } from "./left_text.ts";

describe("checks left", () => {
  it("are counted in words", () => {
    assertEquals(leftText({ today: 1, credits: 0 }), "1 check left today.");
    assertEquals(leftText({ today: 0, credits: 10 }), "0 checks left today, plus 10 credits.");
  });
});
