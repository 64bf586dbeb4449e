import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { leftText } from "./left_text.ts";

describe("look-ups left", () => {
  it("are counted in words", () => {
    assertEquals(leftText({ today: 1, credits: 0 }), "1 look-up left today.");
    assertEquals(leftText({ today: 0, credits: 10 }), "0 look-ups left today, 10 more in packs.");
  });
});
