/** Interprets the result of an attempt: paid, pending, declined, or a 3-D Secure challenge to open. */
import { omitUndefined } from "../core/omit_undefined.ts";
import type { ConfirmLink, ExecutionResponse, ExecutionStatus, ServerError } from "../wire/payments.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import type { Decline, FailureCode, PendingEvent } from "../events.ts";
import { paymentError } from "../errors/payment_error.ts";
import { type PayrailsError, SdkError } from "../errors/sdk_error.ts";
import type { FinalExecution } from "./polling/poll_until_final.ts";

/**
 * Why no payment was made. `form_invalid`: the shopper has to correct the form; nothing was sent and no callback is
 * called. The others are answers of `resume`, which made no call. `not_begun`: the init answer shows no payment and
 * this client sent none; pass `mayHaveBegun` for an init answer from before the payment. `no_execution`: the init
 * answer belongs to no execution, as one that only stores cards.
 */
export type NotStartedReason = "form_invalid" | "not_begun" | "no_execution";

/** How an attempt to pay ended. */
export type Outcome =
  | { readonly type: "not_started"; readonly reason: NotStartedReason }
  | {
    readonly type: "success";
    readonly execution: ExecutionResponse;
    /** The instrument that was stored without a payment. */
    readonly data?: StoredInstrument;
  }
  | {
    readonly type: "pending";
    readonly reason: PendingEvent["reason"];
    readonly execution?: ExecutionResponse;
    /** Why the result is unknown. */
    readonly error?: PayrailsError;
  }
  | {
    readonly type: "failed";
    readonly code: FailureCode;
    readonly message: string;
    readonly execution?: ExecutionResponse;
    readonly error?: PayrailsError;
    /** The issuer's result name, such as `InsufficientBalance`. */
    readonly result?: string;
    /** Why the issuer declined, and what the shopper can do. */
    readonly decline?: Decline;
    /** What the payments service answered when it refused the payment. */
    readonly serverError?: ServerError;
  };

export type Interpreted = Outcome | {
  readonly type: "challenge";
  readonly link: string;
  readonly time: string;
  readonly execution: ExecutionResponse;
};

export const FAILED_TEXT = "Authorization failed, please try again.";
const FAILED_AFTER_CHALLENGE_TEXT = "Authorization failed after 3DS challenge.";

export function interpret(polled: FinalExecution): Interpreted {
  if (polled.type !== "final") return unconfirmed(polled.execution, errorOf(polled));
  const { status, execution } = polled;
  if (status.code === "authorizeSuccessful") return { type: "success", execution };
  if (status.code !== "authorizePending") {
    const result = resultOf(status) ?? resultOf(execution.finalState);
    const message = result ?? FAILED_TEXT;
    return { type: "failed", code: "AUTHORIZATION_ERROR", message, execution, ...omitUndefined({ result }) };
  }
  // A hosted page or a confirm call is up to the payment method; 3-D Secure is the same for all methods.
  if (!execution.actionRequired || waitsElsewhere(execution)) {
    return { type: "pending", reason: "processing", execution };
  }
  const link = execution.links["3ds"];
  if (execution.actionRequired === "3ds" && link !== undefined) {
    return { type: "challenge", link, time: status.time, execution };
  }
  // The SDK does not know the required action, but the provider has not declined.
  return unconfirmed(execution, paymentError("client:payment_executor.pay"));
}

function resultOf(status: Pick<ExecutionStatus, "errors"> | undefined): string | undefined {
  // An error without a reason declines all the same.
  return status?.errors?.[0]?.reason?.result;
}

/** Undefined when the shopper left, since polling was stopped on purpose. */
function errorOf({ type, cause }: Exclude<FinalExecution, { type: "final" }>): SdkError | undefined {
  switch (type) {
    case "not_requested":
      return paymentError("api:authorization_not_requested", { cause });
    case "exhausted":
      return paymentError("api:max_poll_attempts", { cause });
    case "unauthorized":
      return paymentError("api:request_authentication", { cause });
    case "stopped":
      return undefined;
  }
}

export function redirectLinkOf({ links, response }: ExecutionResponse): string | undefined {
  return links.redirect ?? response?.links?.redirect;
}

export function confirmLinkOf({ links, response }: ExecutionResponse): ConfirmLink | undefined {
  return links.confirm ?? response?.links?.confirm;
}

function waitsElsewhere(execution: ExecutionResponse): boolean {
  if (execution.actionRequired === "3ds") return false;
  return redirectLinkOf(execution) !== undefined || confirmLinkOf(execution) !== undefined;
}

/**
 * Interprets the polls after a challenge. A second challenge is not opened; a failure has its own sentence (S-3DS-15).
 */
export function interpretAfterChallenge(polled: FinalExecution, end: "completed" | "closed"): Outcome {
  const outcome = interpretAfterVisit(polled, end === "closed" ? "challenge_closed" : undefined);
  return outcome.type === "failed" ? { ...outcome, message: FAILED_AFTER_CHALLENGE_TEXT } : outcome;
}

/** Interprets the polls of another attempt. When it waits for the shopper, its page or challenge was left open. */
export function interpretAnother(polled: FinalExecution): Outcome {
  const ended = interpret(polled);
  const outcome = ended.type === "challenge" ? pending("challenge_closed", polled.execution) : pageLeft(ended);
  ofOthers.add(polled.execution ?? {});
  return outcome;
}

const ofOthers = new WeakSet<object>();

/** Whether another attempt made the execution wait, which may be of another card or method. */
export function isOfAnother(waiting: ExecutionResponse | undefined): boolean {
  return ofOthers.has(waiting ?? {});
}

/** A payment that waits for the shopper on a page which this page does not show, such as PayPal's, was left there. */
export function pageLeft(outcome: Outcome): Outcome {
  const { execution } = outcome.type === "pending" ? outcome : {};
  return execution !== undefined && waitsForShopper(execution) ? pending("page_closed", execution) : outcome;
}

/** A page that can be given up is one that the shopper has left, also where it has no address to open. */
function waitsForShopper(execution: ExecutionResponse): boolean {
  return waitsElsewhere(execution) || execution.actionRequired !== "3ds" && execution.links.giveUp !== undefined;
}

/**
 * Interprets the polls after the shopper was on another page. `left` is the reason to report when the shopper came back
 * early and the payment is still open.
 */
export function interpretAfterVisit(polled: FinalExecution, left?: PendingEvent["reason"]): Outcome {
  const outcome = interpret(polled);
  if (outcome.type === "challenge") return pending(left ?? "processing", polled.execution);
  if (outcome.type === "pending" && left !== undefined) return pending(left, outcome.execution);
  return outcome;
}

export function unconfirmed(execution?: ExecutionResponse, error?: PayrailsError): Outcome {
  return { ...pending("unconfirmed", execution), ...omitUndefined({ error }) };
}

function pending(reason: PendingEvent["reason"], execution?: ExecutionResponse) {
  return { type: "pending", reason, ...omitUndefined({ execution }) } as const;
}
