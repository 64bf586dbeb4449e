/** Sums at which the simulated bank does what a real one does only now and then; every other sum is an ordinary one. */
import { DECLINE_RESULTS, type DeclineResult } from "./acquirer.ts";

/** 9001.01 to 9001.27: declined with each of the 27 results, in the order of the wire's list. */
const DECLINES_FROM_MINOR = 900_101;
/** 9002.01 to 9002.50: an ordinary answer after that many tenths of a second. */
const SLOW_FROM_MINOR = 900_201;
const SLOW_TO_MINOR = 900_250;
const SLOW_STEP_MS = 100;
/** 9003.00: carried out, and the answer lost on its way. */
const ANSWER_LOST_MINOR = 900_300;
/** 9003.01: lost before it arrived. */
const CALL_LOST_MINOR = 900_301;

export type AmountScenario =
  | { readonly kind: "decline"; readonly result: DeclineResult }
  | { readonly kind: "slow"; readonly delayMs: number }
  | { readonly kind: "answer_lost" }
  | { readonly kind: "call_lost" };

/** By the sum in minor units, whatever the currency. */
export function amountScenarioOf(minor: number): AmountScenario | undefined {
  const result = DECLINE_RESULTS[minor - DECLINES_FROM_MINOR];
  if (result !== undefined) return { kind: "decline", result };
  if (minor >= SLOW_FROM_MINOR && minor <= SLOW_TO_MINOR) {
    return { kind: "slow", delayMs: (minor - SLOW_FROM_MINOR + 1) * SLOW_STEP_MS };
  }
  if (minor === ANSWER_LOST_MINOR) return { kind: "answer_lost" };
  if (minor === CALL_LOST_MINOR) return { kind: "call_lost" };
  return undefined;
}
