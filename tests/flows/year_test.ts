/** A simulated year of 100 subscriptions on six plans, compared with an independent computation. */
import { it } from "@std/testing/bdd";
import { assert } from "@std/assert";
import { cpuTimeMs } from "../support/cpu_time.ts";
import { runYear } from "../support/year/year.ts";

it("a year of 100 subscriptions with declines, cancels and downtime: every charge and email on time, once", async () => {
  const startedMs = cpuTimeMs();
  const { renewed, declined, cancelled } = await runYear({ subscriptions: 100, seed: 7 });
  assert(renewed > 1_000 && declined > 50 && cancelled > 15, `${renewed} ${declined} ${cancelled}`);
  const tookMs = cpuTimeMs() - startedMs;
  assert(tookMs < 40_000, `took ${Math.round(tookMs)} ms`);
});
