/** Sends authorize until it is answered. Every retry has the same key and body, so all are one attempt. */
import type { Answer } from "../../api/http.ts";
import { readExecutionLink } from "../../api/execution.ts";
import type { SdkError } from "../../errors/sdk_error.ts";
import { AUTHORIZE_RETRY_DELAYS_MS } from "../constants.ts";

export type AuthorizeAnswer =
  /** The provider has the payment, or may have it. From here on only the provider knows the result. */
  | {
    readonly type: "accepted";
    readonly executionUrl?: string;
    /** Another attempt of this execution is under way or has paid. Statuses seen before this attempt count as well. */
    readonly isOtherAttempt?: true;
  }
  /** The provider refused before anything happened. */
  | { readonly type: "refused"; readonly status: number; readonly text: string; readonly error: SdkError };

export interface AuthorizePorts {
  readonly send: () => Promise<Answer>;
  readonly wait: (ms: number) => Promise<void>;
}

export async function sendAuthorize({ send, wait }: AuthorizePorts): Promise<AuthorizeAnswer> {
  let mayHaveArrived = false;
  for (const delayMs of [...AUTHORIZE_RETRY_DELAYS_MS, undefined]) {
    const answer = await send();
    if (answer.type === "ok") return accepted(readExecutionLink(answer.body));
    if (answer.type === "refused") {
      const conflict = answer.status === 409 ? answer.error.serverError?.code : undefined;
      // A 409 without an error code is ambiguous; polling the execution shows the result.
      if (answer.status === 409 && (conflict === undefined || ANOTHER_ATTEMPT.has(conflict))) {
        return { type: "accepted", isOtherAttempt: true };
      }
      // A retry can be refused for what happened meanwhile, such as the end of the token, after the first one was paid.
      if (!isUnclear(answer.status, conflict)) return mayHaveArrived ? accepted() : answer;
    }
    mayHaveArrived = true;
    if (delayMs !== undefined) await wait(delayMs);
  }
  return accepted();
}

/** Error codes for: another attempt of this execution is under way, waits for the shopper, or has paid it. */
const ANOTHER_ATTEMPT: ReadonlySet<string> = new Set(["execution-busy", "execution-paid", "execution-waiting"]);
/** Error code for: the first request with this key is still running. */
const SAME_REQUEST = "key-in-flight";

/** After these answers the SDK cannot know whether the provider accepted the payment. */
function isUnclear(status: number, conflict: string | undefined): boolean {
  return status >= 500 || status === 408 || conflict === SAME_REQUEST;
}

function accepted(executionUrl?: string): AuthorizeAnswer {
  return executionUrl === undefined ? { type: "accepted" } : { type: "accepted", executionUrl };
}
