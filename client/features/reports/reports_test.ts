import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { leftText, otherDay } from "../../lib/format/checks_left.ts";

describe("checks left", () => {
  it("are counted in words", () => {
    assertEquals(leftText({ today: 18, credits: 0 }), "18 of 20 checks left today.");
    assertEquals(leftText({ today: 0, credits: 0 }), "No checks left today.");
    assertEquals(leftText({ today: 0, credits: 10 }), "No checks left today. 10 checks left in your packs.");
    assertEquals(leftText({ today: 1, credits: 1 }), "1 of 20 checks left today. 1 check left in your packs.");
  });

  it("of an earlier day are shown with that day", () => {
    const atMs = Date.parse("2026-11-22T23:59:59Z");
    assertEquals(otherDay(atMs, atMs), "");
    assertEquals(otherDay(atMs, atMs + 1_000), "Nov\u00a022,\u00a02026");
  });
});
