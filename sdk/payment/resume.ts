/**
 * Resumes an execution after a reload, a redirect or lost polls. It asks the server and stores nothing in the browser.
 */
import type { ClientContext } from "../client_context.ts";
import { wait } from "../core/wait.ts";
import type { Log } from "../log/log.ts";
import { beginAttempt, endAttempt, isUnderWay } from "./attempt_lock.ts";
import { Executor } from "./execution/executor.ts";
import { explain } from "./after_authorize/failure.ts";
import { interpretAnother, type Outcome, pageLeft } from "./outcome.ts";
import { follow } from "./pay.ts";
import { openIssuerPage } from "./payment_run.ts";
import { isChallengeLink } from "./redirect_link.ts";

/** Options of `client.resume`. */
export interface ResumeOptions {
  /**
   * Reopens a 3-D Secure challenge that was left open. Set it only when the shopper asked to continue. Default false:
   * such a payment is reported as pending with `challenge_closed`, and a hosted page that was left with `page_closed`.
   */
  readonly openChallenge?: boolean;
  /**
   * Asks the payments service even when the init answer shows no payment. Set it when your page kept an init answer
   * from before the payment and was then reloaded or left. A payment that never arrived is reported as pending with
   * `unconfirmed`, and its execution has no `authorizeRequested`. Default false: without a payment in the init answer
   * or by this client, `resume` makes no call and resolves to `not_started` with the reason `not_begun`.
   */
  readonly mayHaveBegun?: boolean;
}

export async function resumeExecution(
  context: ClientContext,
  log: Log,
  options?: ResumeOptions,
): Promise<Outcome> {
  const { session } = context;
  const { execution } = session.configuration;
  if (execution === undefined) return { type: "not_started", reason: "no_execution" };
  const { status = [] } = execution;
  const hasBegun = options?.mayHaveBegun === true || session.hasAuthorized ||
    status.some(({ code }) => code === "authorizeRequested");
  if (!hasBegun) return { type: "not_started", reason: "not_begun" };
  // An attempt that tells its end to the callback that resumes is over right after it.
  if (isUnderWay(execution.id)) await wait(0, context.signal);
  // Its challenge or page is open rather than left, and its own button reports how it ends.
  if (isUnderWay(execution.id)) return { type: "pending", reason: "processing" };
  const executor = new Executor({ ...context, log, renewSession: () => session.renew(true) });
  if (options?.openChallenge === true) return await openLeft(context, executor);
  return await explainIn(context, interpretAnother(await executor.pollUntilFinal(undefined, { isOtherAttempt: true })));
}

/** One challenge at a time: to close a second one would give the payment up under the first. */
async function openLeft(context: ClientContext, executor: Executor): Promise<Outcome> {
  const attempt = { ...context };
  beginAttempt(attempt);
  try {
    const outcome = await follow({
      pollUntilFinal: (_sent, how) => executor.pollUntilFinal(undefined, { ...how, isOtherAttempt: true }),
      isChallengeLink,
      openChallenge: (link) =>
        openIssuerPage(context, { events: context.session.events, paymentMethodCode: "card" }, { link, executor }),
      explain: (outcome) => explainIn(context, pageLeft(outcome)),
      report: () => {},
    }, { type: "accepted" });
    context.signal.throwIfAborted();
    return outcome;
  } finally {
    endAttempt(attempt);
  }
}

async function explainIn({ language }: ClientContext, outcome: Outcome): Promise<Outcome> {
  await language.ready;
  return explain(outcome, language);
}
