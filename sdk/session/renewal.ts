/**
 * Asks the merchant for a session after the end of the one before, and refuses one that is not for the payment that the
 * shopper sees. Loads when a session has expired.
 */
import type { Listener } from "../emitter/emitter.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { Log } from "../log/log.ts";
import type { InitResponse } from "../wire/config.ts";
import type { LinkRules } from "./links.ts";
import { type Configuration, readConfiguration } from "./read_config.ts";

const REFRESH_DEADLINE_MS = 30_000;

export interface RenewalOptions {
  readonly listeners: readonly Listener[];
  readonly before: Configuration;
  /** A payment is under way, so only a session of its execution will do. */
  readonly isRunning: () => boolean;
  readonly rules: LinkRules;
  readonly log: Log;
}

/** The new configuration, the reason why it is refused, or undefined without one. Failures are logged. */
export async function askForSession(
  { listeners, before, isRunning, rules, log }: RenewalOptions,
): Promise<Configuration | SdkError | undefined> {
  const renewed = await newSession(listeners, { rules, log });
  if (renewed === undefined) return undefined;
  const refusal = refusalOf(renewed, before, isRunning());
  if (refusal !== undefined) log(refusal);
  return refusal ?? renewed;
}

/** Asks the listeners in turn. All are called, and the first session counts. */
async function newSession(
  listeners: readonly Listener[],
  { rules, log }: Pick<RenewalOptions, "rules" | "log">,
): Promise<Configuration | undefined> {
  let renewed: Configuration | undefined;
  let hasThrown = false;
  for (const { label, call } of listeners) {
    try {
      const answer = await beforeDeadline(Promise.resolve(call()));
      if (isAnswer(answer)) renewed ??= readConfiguration(answer, rules);
    } catch (cause) {
      hasThrown = true;
      log(refreshFailed(`Callback passed to ${label} threw an error`, cause));
    }
  }
  if (renewed === undefined && !hasThrown) log(refreshFailed("Session refresh failed with no result returned"));
  return renewed;
}

/** `readConfiguration` refuses an object that is not an init response. */
function isAnswer(answer: unknown): answer is InitResponse {
  return typeof answer === "object" && answer !== null;
}

/**
 * A session of another order may be paid, but never a different amount than the one the shopper agreed to, and none of
 * another execution while a payment runs.
 */
function refusalOf(renewed: Configuration, seen: Configuration, isRunning: boolean): SdkError | undefined {
  const [now, then] = [renewed, seen].map(({ amount, execution }) =>
    `${amount && `${Number(amount.value)} ${amount.currency}`}${isRunning ? ` of execution ${execution?.id}` : ""}`
  );
  if (now === then) return undefined;
  return refreshFailed(`The new session is for ${now} instead of ${then}: return one of the same order`);
}

function refreshFailed(what: string, cause?: unknown): SdkError {
  return new SdkError("PAYRAILS_CLIENT_SESSION_REFRESH_FAILED", { params: { what }, cause });
}

/** A callback that takes too long counts as one without a result (SECURITY R15). */
function beforeDeadline<T>(promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, REFRESH_DEADLINE_MS, undefined);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
