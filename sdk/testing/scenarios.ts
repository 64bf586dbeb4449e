/** Payment scenarios by name, and how the fake payments service answers in each. */
import { type DeclineResult, RESULTS_BY_REASON } from "../wire/declines.ts";

/** What happens to a payment. */
export interface Scenario {
  /** The final status. */
  readonly ends: "authorizeSuccessful" | "authorizeFailed" | "authorizePending";
  /** Why the payment is declined, by the provider's own name of it. */
  readonly reason?: DeclineResult;
  /** Number of polls before the final status is known. */
  readonly polls?: number;
  /** Number of polls answered with 429 first. */
  readonly throttled?: number;
  /** Asks for a 3-D Secure challenge. The payment ends after `bank.complete()` or `bank.decline()`. */
  readonly asksBank?: boolean;
  /** Loses the connection right after authorize, until `goOnline()`. */
  readonly losesLine?: boolean;
}

/** Every result name there is, as in a status entry's `errors[0].reason.result`. */
export const DECLINE_RESULTS: readonly DeclineResult[] = Object.values(RESULTS_BY_REASON).flat();

/**
 * Payment scenarios by name. `3ds` waits for the challenge, `offline` for `goOnline()`; the others end by themselves.
 */
export const SCENARIOS = {
  success: { ends: "authorizeSuccessful" },
  decline: { ends: "authorizeFailed", reason: "InsufficientBalance" },
  "3ds": { ends: "authorizeSuccessful", asksBank: true },
  slow: { ends: "authorizeSuccessful", polls: 8 },
  "429": { ends: "authorizeSuccessful", throttled: 3 },
  offline: { ends: "authorizeSuccessful", losesLine: true },
  pending: { ends: "authorizePending" },
} as const satisfies Readonly<Record<string, Scenario>>;
/** A key of `SCENARIOS`, or one of `DECLINE_RESULTS`: the payment is declined with that result. */
export type ScenarioName = keyof typeof SCENARIOS | DeclineResult;

/** @internal The scenario of a name. Throws a `TypeError` for a name that is none. */
export function scenarioOf(given: ScenarioName | Scenario): Scenario {
  if (typeof given !== "string") return given;
  const reason = DECLINE_RESULTS.find((result) => result === given);
  if (reason !== undefined) return { ends: "authorizeFailed", reason };
  const found = Object.entries(SCENARIOS).find(([name]) => name === given);
  if (found !== undefined) return found[1];
  throw new TypeError(
    `No payment scenario is named "${given}". Use ${Object.keys(SCENARIOS).join(", ")} or a name of DECLINE_RESULTS`,
  );
}
