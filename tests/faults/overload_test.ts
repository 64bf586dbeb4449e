import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { buildOnce } from "../support/suite/build_once.ts";
import { overload } from "./overload.ts";

/** How much longer a refusal takes than an answer without any work: some milliseconds, and less than any wait for a place. */
const QUICK_MS = 500;

/** The short form; tests/long/overload.long.ts has more of everything. */
it("SECURITY R25: above its capacity a server refuses with a message and Retry-After, keeps running, and charges each order once", async () => {
  await buildOnce();
  const seen = await overload({ maxInFlight: 4, shoppers: 24, ordersEach: 1, visitors: 12 });
  const counts = JSON.stringify([...seen.statuses]);
  assertEquals([seen.paid, seen.charges, seen.captured], [24, 24, 24], counts);
  assertEquals(seen.unclear, []);
  assert((seen.statuses.get("503") ?? 0) > 0, `it was never over its capacity: ${counts}`);
  const [usualMs, idleMs] = [median(seen.refusedMs), median(seen.aliveMs)];
  assert(usualMs - idleMs < QUICK_MS, `half of the refusals took ${usualMs} ms and more, half of /healthz ${idleMs}`);
  const others = [...seen.statuses.keys()].filter((status) => !/^(2\d\d|3\d\d|409|429|503)$/.test(status));
  assertEquals(others, [], counts);
  assertEquals(seen.alive.filter((isAlive) => !isAlive), []);
});

function median(durationsMs: readonly number[]): number {
  return Math.round(durationsMs.toSorted((a, b) => a - b)[Math.floor(durationsMs.length / 2)] ?? 0);
}
