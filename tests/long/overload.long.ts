/** A thousand orders and two hundred visitors against capacity for forty, and the memory that this takes. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { buildOnce } from "../support/suite/build_once.ts";
import { overload } from "../faults/overload.ts";

const MOST_MB = 700;
/** A refusal costs no work, but on a busy machine it waits for the processor too. */
const SLOW_MS = 250;

it("SECURITY R25: 1,000 orders and 200 visitors at room for 40: each order charged once, refusals fast, memory bounded", async () => {
  await buildOnce();
  const [load = 0] = Deno.loadavg();
  const seen = await overload({ maxInFlight: 40, shoppers: 100, ordersEach: 10, visitors: 200 });
  const p99 = seen.refusedMs.toSorted((a, b) => a - b)[Math.floor(seen.refusedMs.length * 0.99)] ?? 0;
  console.log(
    `${JSON.stringify([...seen.statuses])}, p99 of refusals ${p99.toFixed(0)} ms, ${seen.residentMb.toFixed(0)} MB`,
  );
  assertEquals([seen.paid, seen.charges, seen.captured], [1_000, 1_000, 1_000]);
  assertEquals(seen.unclear, []);
  assert(seen.refusedMs.length > 0, "it was never over its capacity");
  assertEquals(seen.alive.filter((isAlive) => !isAlive), []);
  assert(seen.residentMb < MOST_MB, `${seen.residentMb.toFixed(0)} MB`);
  if (load < 0.5 * navigator.hardwareConcurrency) assert(p99 < SLOW_MS, `p99 of refusals is ${p99.toFixed(0)} ms`);
});
