/** Sizes of the 3-D Secure challenge at every edge of the table. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { challengeSize, POPUP_BORDER_PX, POPUP_EXTRA_PX } from "./size.ts";

const size = (widthPx: number) => Object.values(challengeSize(widthPx)).join("x");

describe("challenge size", () => {
  it("S-3DS-04: up to 390 it is 250x400", () => assertEquals([size(320), size(390)], ["250x400", "250x400"]));
  it("S-3DS-05: from 391 to 500 it is 390x400", () => assertEquals([size(391), size(500)], ["390x400", "390x400"]));
  it("S-3DS-06: from 501 to 600 it is 500x600", () => assertEquals([size(501), size(600)], ["500x600", "500x600"]));
  it("S-3DS-07: from 601 it is 600x400", () => assertEquals([size(601), size(1920)], ["600x400", "600x400"]));
  it("S-3DS-08: the popup is 4 px larger and has a border of 4 px", () => {
    assertEquals([POPUP_EXTRA_PX, POPUP_BORDER_PX], [4, 4]);
  });
});
