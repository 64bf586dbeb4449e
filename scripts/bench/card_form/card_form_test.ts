/** One real run: both pages report READY without a debugger, and every key arrives. */
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { benchCardForm } from "./card_form.ts";
import { median } from "../median.ts";

describe("card form benchmark", () => {
  it("takes the median in any order", () => {
    assertEquals(median([9, 1, 5]), 5);
    assertEquals(Number.isNaN(median([])), true);
  });

  it("runs once against its baseline: one frame, at most four requests, no other host", async () => {
    const { ready, key, requests, strangers, frames } = await benchCardForm({ runs: 1 });
    assert(ready > 0 && key > 0, `${ready} ${key}`);
    assertEquals([frames, strangers], [1, 0]);
    assert(requests <= 4, `${requests} requests`);
  });
});
