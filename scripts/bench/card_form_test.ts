/** The middle of the figures. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { median } from "./card_form.ts";

describe("card form bench", () => {
  it("takes the middle value, whatever the order", () => {
    assertEquals(median([9, 1, 5]), 5);
    assertEquals(Number.isNaN(median([])), true);
  });
});
