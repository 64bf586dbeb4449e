/**
 * The full renewals test with two servers on one Postgres: 150 a second, near the rate of the bare statements, up to a
 * million rows.
 */
import { it } from "@std/testing/bdd";
import { assert } from "@std/assert";
import { benchRenewals } from "../../scripts/bench/renewals/renewals.ts";

/** Above this many waiting processes a core, the test would measure the machine's other work. */
const BUSY_LOAD_PER_CORE = 1;

it("renewals: at least 150 a second and 0.3 of the bare statements, and as cheap among a million as among 10,000", async () => {
  const [load = 0] = Deno.loadavg();
  const figures = await benchRenewals();
  if (figures === undefined) return;
  const { perSecond, ratio, growth } = figures;
  assert(ratio >= 0.3, `ratio ${ratio}`);
  if (load > BUSY_LOAD_PER_CORE * navigator.hardwareConcurrency) {
    console.log(`Skipped: speed and growth, because other work runs here (load ${load.toFixed(1)})`);
    return;
  }
  assert(growth < 1.3, `a renewal costs ${growth} times as much`);
  assert(perSecond >= 150, `${perSecond} a second`);
});
