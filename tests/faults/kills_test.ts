import { it } from "@std/testing/bdd";
import { assert } from "@std/assert";
import { onBothEngines } from "../support/engines.ts";
import { killAt, killAtRandom } from "./support/kills.ts";
import { POINTS } from "./support/payments_process.ts";

/** The short form; scripts/test/run_long.ts runs a hundred kills, and thirty at each point. */
onBothEngines("killed without a warning", (place) => {
  it("R8: a kill at each point between request and webhook: one charge, no acknowledged payment lost, the merchant notified", async () => {
    await killAt(place(), POINTS);
  });

  it("R9: random kills under load: charges equal orders, ready again within three seconds", async () => {
    const { orders } = await killAtRandom(place(), { kills: 2, pauseMs: [100, 500], orders: 4 });
    assert(orders > 8, `only ${orders} orders`);
  });
});
