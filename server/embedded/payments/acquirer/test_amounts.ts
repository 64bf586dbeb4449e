/**
 * Amounts at which the simulated acquirer does what a real one does only now and then. All other amounts are ordinary.
 */
import { DECLINE_RESULTS, type DeclineResult } from "./decline_results.ts";

/** 9001.01 to 9001.27: declined with each of the 27 results, in the order of `DECLINE_RESULTS`. */
const DECLINES_FROM_MINOR = 900_101;
/** 9002.01 to 9002.50: answered after that many tenths of a second. */
const SLOW_FROM_MINOR = 900_201;
const SLOW_TO_MINOR = 900_250;
const SLOW_STEP_MS = 100;
/** 9003.00: the acquirer carries out the call and the answer is lost. */
const ANSWER_LOST_MINOR = 900_300;
/** 9003.01: the call is lost on its way. */
const CALL_LOST_MINOR = 900_301;

export type AmountScenario =
  | { readonly kind: "decline"; readonly result: DeclineResult }
  | { readonly kind: "slow"; readonly delayMs: number }
  | { readonly kind: "answer_lost" }
  | { readonly kind: "call_lost" };

/** The scenario of an amount in minor units: 9001.01 EUR, 900101 JPY and 900.101 KWD have the same. */
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
