import { it } from "@std/testing/bdd";
import { onBothEngines } from "../support/engines.ts";
import { payThroughLosses } from "./support/lost_answers.ts";

/** The short form; scripts/test/run_long.ts makes 500. */
onBothEngines("every third answer lost after the charge", (place) => {
  it("R5: 60 orders make 60 charges, with answers lost at the merchant and between service and acquirer", async () => {
    await payThroughLosses(place(), 60);
  });
});
