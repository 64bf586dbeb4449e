/** The simulated year with 1,000 subscriptions; not part of the default run. */
import { it } from "@std/testing/bdd";
import { assert } from "@std/assert";
import { runYear } from "../support/year/year.ts";

it("a year of 1,000 subscriptions in under five minutes", async () => {
  const startedMs = performance.now();
  const figures = await runYear({ subscriptions: 1_000, seed: 11 });
  const tookMs = Math.round(performance.now() - startedMs);
  console.log({ ...figures, tookMs });
  assert(tookMs < 300_000, `took ${tookMs} ms`);
});
