/** Sends authorize until it is answered, always the same attempt: same key, same bytes. */
import type { Answer } from "../api/http.ts";
import { readExecutionLink } from "../api/execution.ts";
import type { SdkError } from "../errors/sdk_error.ts";
import { AUTHORIZE_RETRY_DELAYS_MS } from "./constants.ts";

export type Sent =
  /** The provider has it, or may have it: from here on only the provider knows the end. */
  | { readonly type: "accepted"; readonly executionUrl?: string }
  /** The provider said no before anything happened. */
  | { readonly type: "refused"; readonly status: number; readonly text: string; readonly error: SdkError };

export interface AuthorizePorts {
  readonly send: () => Promise<Answer>;
  readonly wait: (ms: number) => Promise<void>;
}

export async function sendAuthorize({ send, wait }: AuthorizePorts): Promise<Sent> {
  for (const delayMs of [...AUTHORIZE_RETRY_DELAYS_MS, undefined]) {
    const answer = await send();
    if (answer.type === "ok") return accepted(readExecutionLink(answer.body));
    // 409: another attempt of this execution is under way or done; its state is what counts.
    if (answer.type === "refused" && answer.status === 409) return accepted();
    if (answer.type === "refused" && !isUnclear(answer.status)) return answer;
    if (delayMs !== undefined) await wait(delayMs);
  }
  return accepted();
}

/** After these nobody can say whether the payment was taken up. */
function isUnclear(status: number): boolean {
  return status >= 500 || status === 408;
}

function accepted(executionUrl?: string): Sent {
  return executionUrl === undefined ? { type: "accepted" } : { type: "accepted", executionUrl };
}
