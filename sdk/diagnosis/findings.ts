/** What `Payrails.diagnose` can find: each cause with what to do about it. */

/** A reason why a checkout may not work on this page or device. */
export interface Finding {
  /** What was examined. */
  readonly check: "https" | "stylesheet" | "cookies" | "clock" | "csp" | "frame" | "script" | "network";
  /** One sentence: what is wrong. */
  readonly cause: string;
  /** One sentence: what to do. */
  readonly fix: string;
}

/** `simulated` is the wallet of a test server whose script was blocked. */
export function blockedBy(directive: string, blocked: string, simulated?: string): Finding {
  const { origin } = new URL(blocked);
  const name = directive.replace(/-(elem|attr)$/, "");
  return {
    check: "csp",
    cause: `The content security policy of the page blocks ${blocked}.`,
    fix: `Add ${origin} to ${name} of the policy${simulated ? `: this test server simulates ${simulated} there` : ""}.`,
  };
}
