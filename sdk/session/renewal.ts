/**
 * Asks the merchant for a session after the end of the one before, and refuses one that is not for the payment that the
 * shopper sees. Loads when a session has expired.
 */
import type { Listener } from "../emitter/emitter.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { Log } from "../log/log.ts";
import type { InitResponse } from "../wire/config.ts";
import type { Amount } from "../wire/payments.ts";
import type { LinkRules } from "./links.ts";
import { type Configuration, readConfiguration } from "./read_config.ts";

const REFRESH_DEADLINE_MS = 30_000;

export interface RenewalOptions {
  readonly listeners: readonly Listener[];
  readonly before: Configuration;
  /** A payment is under way, so only a session of its execution will do. */
  readonly isRunning: boolean;
  readonly rules: LinkRules;
  readonly log: Log;
}

/** The new configuration, the reason why it is refused, or undefined without one. Failures are logged. */
export async function askForSession(
  { listeners, before, isRunning, rules, log }: RenewalOptions,
): Promise<Configuration | SdkError | undefined> {
  try {
    const init = await newSession(listeners, log);
    if (init === undefined) return undefined;
    const renewed = readConfiguration(init, rules);
    const isOther = renewed.execution?.id !== before.execution?.id;
    const refusal = refusalOf(renewed.amount, before.amount) ??
      (isOther && isRunning ? refreshFailed("A payment is under way: return a session of its execution") : undefined);
    if (refusal !== undefined) log(refusal);
    return refusal ?? renewed;
  } catch (cause) {
    log(refreshFailed("Callback passed to onSessionExpired threw an error", cause));
    return undefined;
  }
}

/** Asks the listeners in turn. All are called, and the first answer counts. */
async function newSession(listeners: readonly Listener[], log: Log): Promise<InitResponse | undefined> {
  let init: InitResponse | undefined;
  let hasThrown = false;
  for (const { label, call } of listeners) {
    try {
      const answer = await beforeDeadline(Promise.resolve(call()));
      init ??= parseAnswer(answer);
    } catch (cause) {
      hasThrown = true;
      log(refreshFailed(`Callback passed to ${label} threw an error`, cause));
    }
  }
  if (init === undefined && !hasThrown) log(refreshFailed("Session refresh failed with no result returned"));
  return init;
}

/** `readConfiguration` refuses an object that is not an init response. */
function parseAnswer(answer: unknown): InitResponse | undefined {
  return typeof answer === "object" && answer !== null ? answer as InitResponse : undefined;
}

/** A session of another order may be paid, but never a different amount than the one the shopper agreed to. */
function refusalOf(renewed: Amount | undefined, seen: Amount | undefined): SdkError | undefined {
  const [now, then] = [renewed, seen].map((amount) => amount && `${Number(amount.value)} ${amount.currency}`);
  if (now === then) return undefined;
  return refreshFailed(`The new session is for ${now} instead of ${then}: return one of the same order`);
}

function refreshFailed(what: string, cause?: unknown): SdkError {
  return new SdkError("PAYRAILS_CLIENT_SESSION_REFRESH_FAILED", { params: { what }, cause });
}

/** A callback that takes too long counts as one without a result (SECURITY R15). */
async function beforeDeadline<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<undefined>((resolve) => timer = setTimeout(resolve, REFRESH_DEADLINE_MS, undefined));
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
