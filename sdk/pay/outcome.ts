/** What a settled attempt means: paid, pending, declined, or a check by the bank still to do. */
import type { ConfirmLink, ExecutionResponse } from "../wire/payments.ts";
import type { FailureCode, PendingEvent } from "../events.ts";
import type { SdkError } from "../errors/sdk_error.ts";
import type { Settled } from "./settle.ts";

export type Outcome =
  /** The form was not valid: nothing happened, nothing is reported. */
  | { readonly type: "not_started" }
  | { readonly type: "success"; readonly execution: ExecutionResponse }
  | { readonly type: "pending"; readonly reason: PendingEvent["reason"]; readonly execution?: ExecutionResponse }
  | {
    readonly type: "failed";
    readonly code: FailureCode;
    readonly message: string;
    readonly execution?: ExecutionResponse;
    readonly error?: SdkError;
  };

export type Interpreted = Outcome | { readonly type: "challenge"; readonly link: string; readonly time: string };

export const FAILED_TEXT = "Authorization failed, please try again.";
export const FAILED_AFTER_CHALLENGE_TEXT = "Authorization failed after 3DS challenge.";

export function interpret(settled: Settled): Interpreted {
  if (settled.type !== "settled") return unconfirmed(settled.execution);
  const { status, execution } = settled;
  if (status.code === "authorizeSuccessful") return { type: "success", execution };
  if (status.code !== "authorizePending") {
    const message = status.errors?.[0]?.reason.result ?? FAILED_TEXT;
    return { type: "failed", code: "AUTHORIZATION_ERROR", message, execution };
  }
  // What is required elsewhere (a hosted page, a confirm) is the method's to do; only the bank's check is the same for all.
  if (!execution.actionRequired || waitsElsewhere(execution)) {
    return { type: "pending", reason: "processing", execution };
  }
  const link = execution.links["3ds"];
  if (execution.actionRequired === "3ds" && link !== undefined) return { type: "challenge", link, time: status.time };
  return { type: "failed", code: "AUTHORIZATION_ERROR", message: FAILED_TEXT, execution };
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

/** After the bank's check no second one is opened; what is still open is pending. */
export function interpretAfterChallenge(settled: Settled, end: "completed" | "closed"): Outcome {
  const outcome = interpret(settled);
  const reason = end === "closed" ? "challenge_closed" : undefined;
  switch (outcome.type) {
    case "challenge":
      return pending(reason ?? "processing", settled.execution);
    case "pending":
      return pending(reason ?? outcome.reason, outcome.execution);
    case "failed":
      return { ...outcome, message: FAILED_AFTER_CHALLENGE_TEXT };
    default:
      return outcome;
  }
}

export function unconfirmed(execution?: ExecutionResponse): Outcome {
  return pending("unconfirmed", execution);
}

function pending(reason: PendingEvent["reason"], execution?: ExecutionResponse): Outcome {
  return execution === undefined ? { type: "pending", reason } : { type: "pending", reason, execution };
}
