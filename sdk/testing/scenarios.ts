/** What a payment can go through, by name: how the stand-in for the payments service answers in each. */

export interface Scenario {
  /** The answer polls come to. */
  readonly ends: "authorizeSuccessful" | "authorizeFailed" | "authorizePending";
  /** The bank's reason, for those that fail. */
  readonly reason?: string;
  /** Polls before the end is known. */
  readonly polls?: number;
  /** Polls that are refused with 429 first. */
  readonly throttled?: number;
  /** The bank asks first: nothing ends before `bank.complete()` or `bank.decline()`. */
  readonly asksBank?: boolean;
  /** The line is lost as soon as the payment was taken up, until `goOnline()`. */
  readonly losesLine?: boolean;
}

export const SCENARIOS = {
  success: { ends: "authorizeSuccessful" },
  decline: { ends: "authorizeFailed", reason: "INSUFFICIENT_FUNDS" },
  "3ds": { ends: "authorizeSuccessful", asksBank: true },
  slow: { ends: "authorizeSuccessful", polls: 8 },
  "429": { ends: "authorizeSuccessful", throttled: 3 },
  offline: { ends: "authorizeSuccessful", losesLine: true },
  pending: { ends: "authorizePending" },
} as const satisfies Readonly<Record<string, Scenario>>;
export type ScenarioName = keyof typeof SCENARIOS;
