/** A payment from click to outcome, in the order the shopper experiences it (S-BUTTON-06). */
import { omitUndefined } from "../core/omit_undefined.ts";
import { paymentError } from "../errors/payment_error.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { isAuthenticationFailure } from "../errors/from_response.ts";
import type { FailureCode } from "../events.ts";
import { own } from "../wire/own.ts";
import type { CompositionItem, ExecutionResponse } from "../wire/payments.ts";
import type { AuthorizeAnswer } from "./execution/authorize.ts";
import { Cancelled, CANCELLED_TEXT } from "./cancelled.ts";
import { interpret, interpretAfterChallenge, interpretAnother, type Outcome, unconfirmed } from "./outcome.ts";
import type { FinalExecution } from "./polling/poll_until_final.ts";
import { newest, type PollOptions } from "./polling/polling.ts";
import type { Challenge } from "../three_ds/challenge.ts";

export type Gate = "clicked" | "request";

export interface PayPorts {
  /** True when the card is valid; otherwise shows the errors. */
  readonly validate: () => Promise<boolean>;
  /** Gives up an earlier payment that waits for the shopper. Resolves to its outcome when this one cannot be made. */
  readonly giveUpLeft?: (() => Promise<Outcome | undefined>) | undefined;
  /** Why the merchant stops the payment, or undefined. */
  readonly askMerchant: (gate: Gate) => Promise<SdkError | undefined>;
  readonly compose: () => Promise<CompositionItem>;
  readonly authorize: (item: CompositionItem) => Promise<AuthorizeAnswer>;
  /** Stores the instrument instead of paying with it. */
  readonly store?: ((item: CompositionItem) => Promise<Outcome>) | undefined;
  /**
   * Tells the merchant that the session has expired; true when there is a new one. Throws when the new one is for
   * another amount.
   */
  readonly renewSession: () => Promise<boolean>;
  readonly pollUntilFinal: (
    sent: AuthorizeAnswer & { type: "accepted" },
    options?: PollOptions & { isShort?: boolean },
  ) => Promise<FinalExecution>;
  /** Opens the challenge in a popup or in the whole page. In the whole page it ends when the shopper returns. */
  readonly openChallenge: (link: string) => Promise<Challenge> | Challenge;
  readonly isChallengeLink: (link: string) => boolean;
  /** Continues a payment that needs the shopper on another page. Without it, such a payment is pending. */
  readonly continueAction?: ((execution: ExecutionResponse) => Promise<Outcome>) | undefined;
  /** Adds the reason of a failure and its next step. */
  readonly explain: (outcome: Outcome) => Promise<Outcome>;
  readonly report: (outcome: Outcome) => void;
}

export async function pay(ports: PayPorts): Promise<Outcome> {
  const sent = await request(ports);
  if (sent.type === "accepted") return await follow(ports, sent);
  const outcome = await ports.explain(sent);
  ports.report(outcome);
  return outcome;
}

/** Everything before the provider has the payment. Any error here is a failure without a charge. */
async function request(ports: PayPorts): Promise<Outcome | (AuthorizeAnswer & { type: "accepted" })> {
  try {
    if (!(await ports.validate())) return { type: "not_started", reason: "form_invalid" };
    const left = await ports.giveUpLeft?.();
    if (left !== undefined) return left;
    const refusal = await ports.askMerchant("clicked");
    if (refusal !== undefined) return failed(refusal, "VALIDATION_FAILED");
    let [isAllowed, isRenewed] = [false, false];
    while (true) {
      const item = await compose(ports);
      if (!isAllowed && !("status" in item)) {
        const veto = await ports.askMerchant("request");
        if (veto !== undefined) return failed(veto, "VALIDATION_FAILED");
        isAllowed = true;
      }
      if (ports.store !== undefined && !("status" in item)) return await ports.store(item);
      const sent = "status" in item ? item : await ports.authorize(item);
      if (sent.type === "accepted") return sent;
      // Renewing notifies the merchant, so a second refusal of the same attempt does not renew again.
      const mayRenew = !isRenewed && isAuthenticationFailure(sent.status);
      if (!mayRenew || !(await ports.renewSession())) return await refused(sent, ports);
      isRenewed = true;
    }
  } catch (cause) {
    return failureOf(cause);
  }
}

/** Apple Pay calls the provider while composing; an expired session there counts like a refused authorize. */
async function compose(ports: PayPorts): Promise<CompositionItem | (AuthorizeAnswer & { type: "refused" })> {
  try {
    return await ports.compose();
  } catch (error) {
    if (!(error instanceof SdkError) || error.key !== "api:unauthorized") throw error;
    return { type: "refused", status: 401, text: "", error };
  }
}

/**
 * The failure of a refused authorize (S-BUTTON-18 to S-BUTTON-21). Refusals that the provider names get their own code
 * in failure.ts.
 */
async function refused(sent: AuthorizeAnswer & { type: "refused" }, ports: PayPorts): Promise<Outcome> {
  const { error, status, text } = sent;
  const isVaultToken = !isAuthenticationFailure(status) && text.includes("Invalid token");
  if (isVaultToken) await ports.renewSession();
  const reason = isAuthenticationFailure(status)
    ? paymentError("api:request_authentication", { cause: error })
    : isVaultToken
    ? paymentError("api:request_authorization", { cause: error })
    : new SdkError("api:unknown", { cause: error });
  return failed(reason, "AUTHENTICATION_ERROR");
}

/** Codes of errors before anything was sent; any other error of the page is `UNKNOWN_ERROR` (S-BUTTON-23). */
const PAGE_CODES: Readonly<Record<string, FailureCode>> = {
  // Mistakes of the merchant's page, which are pay-button errors (S-BUTTON-18, S-BUTTON-22).
  PAYRAILS_CLIENT_SESSION_REFRESH_FAILED: "AUTHENTICATION_ERROR",
  "client:card_form_missing": "AUTHENTICATION_ERROR",
  "client:workflow_execution_not_found": "AUTHENTICATION_ERROR",
  "card_form:element_not_mounted": "AUTHENTICATION_ERROR",
  // A field became invalid between validation and sealing.
  "card_form:complete_and_valid_inputs_required": "VALIDATION_FAILED",
};

/** The failure for an error before the provider has the payment. `failure.ts` decides which error it is. */
function failureOf(cause: unknown): Outcome {
  if (cause instanceof Cancelled) return { type: "failed", code: "USER_CANCELLED", message: CANCELLED_TEXT };
  const key = cause instanceof SdkError ? cause.key : "";
  const code = key.startsWith("api:") ? "AUTHENTICATION_ERROR" : own(PAGE_CODES, key) ?? "UNKNOWN_ERROR";
  return failed(new SdkError("api:unknown", { cause }), code);
}

function failed(error: SdkError, code: FailureCode): Outcome {
  const { message, serverError } = error;
  return { type: "failed", code, message, error, ...omitUndefined({ serverError }) };
}

/**
 * From here on only a terminal status from the provider makes a failure. `left` is the execution of a page or challenge
 * that the shopper closed and opens again.
 */
export async function follow(
  ports: Pick<
    PayPorts,
    "pollUntilFinal" | "continueAction" | "isChallengeLink" | "openChallenge" | "explain" | "report"
  >,
  sent: AuthorizeAnswer & { type: "accepted" },
  left?: ExecutionResponse,
): Promise<Outcome> {
  let challenge: Challenge | undefined;
  let outcome: Outcome;
  try {
    const polled = left === undefined ? await ports.pollUntilFinal(sent) : leftOpen(left);
    const first = sent.isOtherAttempt === true ? interpretAnother(polled) : interpret(polled);
    const isWaiting = first.type === "pending" && polled.type === "final" && sent.isOtherAttempt !== true;
    if (isWaiting && first.execution !== undefined && ports.continueAction !== undefined) {
      outcome = await ports.continueAction(first.execution);
    } else if (first.type !== "challenge") {
      outcome = first;
    } else if (!ports.isChallengeLink(first.link)) {
      // Nothing opens, but the provider has the payment, and only the provider can end it.
      outcome = unconfirmed(first.execution, paymentError("client:payment_executor.3ds"));
    } else {
      challenge = await ports.openChallenge(first.link);
      const end = await challenge.end;
      const after = await ports.pollUntilFinal(sent, { baseline: first.time, isShort: end === "closed" });
      outcome = interpretAfterChallenge(after, end);
    }
  } catch (cause) {
    outcome = unconfirmed(undefined, paymentError("client:payment_executor.pay", { cause }));
  }
  // Nothing behind an open dialog can take the focus.
  challenge?.close();
  outcome = await ports.explain(outcome);
  ports.report(outcome);
  return outcome;
}

/** The payment waits as it did when the shopper closed its page; what happened since is newer. */
function leftOpen(execution: ExecutionResponse): FinalExecution {
  return { type: "final", status: { code: "authorizePending", time: newest(execution.status)?.time ?? "" }, execution };
}
