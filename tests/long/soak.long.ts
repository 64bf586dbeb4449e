/** Half an hour at fifty calls a second, beside shoppers who pay. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { buildOnce } from "../support/suite/build_once.ts";
import { soak } from "../faults/support/soak.ts";

const MINUTE_S = 60;
/** Limit for the event loop's delay. It does not apply on a machine with other work. */
const SLOW_MS = 50;

it("SECURITY R24: half an hour of fifty calls a second: no 5xx, memory within a tenth after five minutes, a free event loop", async () => {
  await buildOnce();
  const [load = 0] = Deno.loadavg();
  const { faults, growth, p99Ms, answers, orders } = await soak({
    seconds: 30 * MINUTE_S,
    perSecond: 50,
    warmSeconds: 5 * MINUTE_S,
  });
  console.log(`${answers} answers, ${orders} orders, memory ${growth.toFixed(2)}, p99 ${p99Ms.toFixed(0)} ms`);
  assertEquals(faults, []);
  assert(growth < 1.1, `memory grew to ${growth.toFixed(2)} times`);
  if (load < 0.5 * navigator.hardwareConcurrency) assert(p99Ms < SLOW_MS, `p99 of a plain answer is ${p99Ms} ms`);
});
