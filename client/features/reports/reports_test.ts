import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { leftText, otherDay } from "./left_text.ts";

describe("checks left", () => {
  it("are counted in words", () => {
    assertEquals(leftText({ today: 1, credits: 0 }), "1 check left today.");
    assertEquals(leftText({ today: 0, credits: 10 }), "0 checks left today, plus 10 in your packs.");
    assertEquals(leftText({ today: 0, credits: 1 }), "0 checks left today, plus 1 in your packs.");
    assertEquals(leftText({ today: 1, credits: 1 }), "1 check left today, plus 1 in your packs.");
    assertEquals(leftText({ today: 1, credits: 2 }), "1 check left today, plus 2 in your packs.");
  });

  it("of an earlier day are shown with that day", () => {
    const atMs = Date.parse("2026-11-22T23:59:59Z");
    assertEquals(otherDay(atMs, atMs), "");
    assertEquals(otherDay(atMs, atMs + 1_000), "Nov\u00a022,\u00a02026");
  });
});
