/** Payment scenarios by name, and how the fake payments service answers in each. */

/** What happens to a payment. */
export interface Scenario {
  /** The final status. */
  readonly ends: "authorizeSuccessful" | "authorizeFailed" | "authorizePending";
  /** The issuer's reason for a failure. */
  readonly reason?: string;
  /** Number of polls before the final status is known. */
  readonly polls?: number;
  /** Number of polls answered with 429 first. */
  readonly throttled?: number;
  /** Asks for a 3-D Secure challenge. The payment ends after `bank.complete()` or `bank.decline()`. */
  readonly asksBank?: boolean;
  /** Loses the connection right after authorize, until `goOnline()`. */
  readonly losesLine?: boolean;
}

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
/** A key of `SCENARIOS`. */
export type ScenarioName = keyof typeof SCENARIOS;
