import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { buildOnce } from "../support/suite/build_once.ts";
import { soak } from "./support/soak.ts";

/** The short form; tests/long/soak.long.ts runs half an hour. */
it("SECURITY R24: shoppers and visitors for six seconds: no request fails, and memory does not grow", async () => {
  await buildOnce();
  const { answers, faults, orders, growth } = await soak({ seconds: 6, perSecond: 25, warmSeconds: 3 });
  assertEquals(faults, []);
  assert(answers > 50 && orders > 0, `only ${answers} answers and ${orders} orders`);
  assert(growth < 1.5, `memory grew to ${growth.toFixed(2)} times`);
});
