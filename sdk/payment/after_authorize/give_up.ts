/**
 * Gives up the page or challenge that a payment waits for, so that the shopper can pay in another way. Only the
 * provider's answer ends the payment: what it approved meanwhile stays paid.
 */
import type { ClientContext } from "../../client_context.ts";
import { log } from "../../log/log.ts";
import { isTrustedLink, type LinkRules } from "../../session/links.ts";
import type { ExecutionResponse } from "../../wire/payments.ts";
import { beginAttempt, endAttempt } from "../attempt_lock.ts";
import { CANCELLED_TEXT } from "../cancelled.ts";
import { Executor } from "../execution/executor.ts";
import { explain } from "./failure.ts";
import { interpretAnother, type Outcome } from "../outcome.ts";
import { attemptOf, type PaymentMethod } from "../payment_run.ts";
import type { FinalExecution } from "../polling/poll_until_final.ts";
import { reportOutcome } from "../report_outcome.ts";

type Context = Pick<ClientContext, "session" | "send" | "rules" | "signal" | "language">;

/** Resolves to what became of the payment: `failed` when it was given up. */
export async function giveUp(context: Context): Promise<Outcome> {
  if (context.session.configuration.execution === undefined) return { type: "not_started", reason: "no_execution" };
  // A payment that runs in this page ends through its own page or popup.
  const attempt = { ...context };
  if (!beginAttempt(attempt)) return { type: "pending", reason: "processing" };
  try {
    return await giveUpRunning(context);
  } finally {
    endAttempt(attempt);
  }
}

/**
 * Gives up what waits, for an attempt that has begun and pays next, and tells it. Resolves to the outcome when that
 * attempt cannot be made.
 */
export async function giveUpFirst(
  context: Context,
  method: Pick<PaymentMethod, "events" | "paymentMethodCode" | "store">,
): Promise<Outcome | undefined> {
  const outcome = await giveUpRunning(context);
  if (outcome.type !== "failed") return outcome;
  reportOutcome(method.events, outcome, attemptOf(context, method));
  return undefined;
}

async function giveUpRunning(context: Context): Promise<Outcome> {
  const outcome = interpretAnother(await ended(context));
  await context.language.ready;
  return cancelled(explain(outcome, context.language));
}

async function ended({ session, rules, ...context }: Context): Promise<FinalExecution> {
  const executor = new Executor({ ...context, session, rules, log, renewSession: () => session.renew(true) });
  const waiting = await executor.pollUntilFinal(undefined, { isOtherAttempt: true, isShort: true });
  if (waiting.type !== "final") return waiting;
  const after = await endWaiting(executor, { execution: waiting.execution, time: waiting.status.time, rules });
  // Without an answer the payment still waits, as far as this page knows.
  return after?.type === "final" ? after : waiting;
}

interface Waiting {
  readonly execution: ExecutionResponse;
  /** Of the status with which it waits. */
  readonly time: string;
  readonly rules: LinkRules;
}

/** Gives up what the execution waits for, and asks what became of it; undefined when it cannot be given up. */
export async function endWaiting(executor: Executor, { execution, time, rules }: Waiting) {
  const link = execution.links.giveUp?.href;
  if (link === undefined || !isTrustedLink(link, rules)) return undefined;
  await executor.confirm(link, {});
  return await executor.pollUntilFinal(undefined, { baseline: time, isShort: true });
}

/** The issuer's word for it becomes the SDK's. */
function cancelled(outcome: Outcome): Outcome {
  return outcome.type === "failed" && outcome.result === "PayerCanceled"
    ? { ...outcome, code: "USER_CANCELLED", message: CANCELLED_TEXT }
    : outcome;
}
