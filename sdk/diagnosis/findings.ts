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

/** A check that takes longer has failed: a shopper would not wait either. */
const DEADLINE_MS = 10_000;

/** What the check answers, or `late` after 10 seconds: what a firewall drops answers only after minutes. */
export function within<T>(check: Promise<T>, late: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<T>((done) => timer = setTimeout(() => done(late), DEADLINE_MS));
  return Promise.race([check, over]).finally(() => clearTimeout(timer));
}
