import { it } from "@std/testing/bdd";
import { onBothEngines } from "../support/engines.ts";
import { payThroughLosses } from "./support/lost_answers.ts";

/** The short form; scripts/test/run_long.ts makes 500. */
onBothEngines("every third answer lost after the charge", (place) => {
  it("R5: 60 orders are 60 charges: at the shop's side and between the service and the acquirer", async () => {
    await payThroughLosses(place(), 60);
  });
});
