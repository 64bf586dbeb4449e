/** The full forms of the payments tests; `deno task test:long` runs them, the suite runs their short forms. */
import { it } from "@std/testing/bdd";
import { onBothEngines } from "../support/engines.ts";
import { killAt, killAtRandom } from "../faults/support/kills.ts";
import { payThroughLosses } from "../faults/support/lost_answers.ts";
import { POINTS } from "../faults/support/payments_process.ts";

const KILLS = 100;
const KILLS_PER_POINT = 30;
const LOSSY_PAYMENTS = 500;

/** Prints the time with each line, so that a person who watches sees progress. */
function tell(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

onBothEngines("the full form", (place) => {
  it(`${KILLS} kills under load lose nothing and charge nothing twice`, async () => {
    const { orders, slowestStart } = await killAtRandom(place(), {
      kills: KILLS,
      pauseMs: [1_000, 3_000],
      progress: tell,
    });
    console.log(`${KILLS} kills, ${orders} orders; slowest start: ${slowestStart}`);
  });

  it(`${KILLS_PER_POINT} kills at each of six points`, async () => {
    const slowest: string[] = [];
    for (let round = 1; round <= KILLS_PER_POINT; round++) {
      slowest.push((await killAt(place(), POINTS)).slowestStart);
      if (round % 5 === 0) tell(`${round} of ${KILLS_PER_POINT} rounds; slowest start of the last: ${slowest.at(-1)}`);
    }
    console.log(`${KILLS_PER_POINT} x ${POINTS.length} kills; slowest start of each round: ${slowest.join("; ")}`);
  });

  it(`${LOSSY_PAYMENTS} payments with every third answer lost are ${LOSSY_PAYMENTS} charges`, async () => {
    await payThroughLosses(place(), LOSSY_PAYMENTS, tell);
  });
});
