/** Sends authorize until it is answered, always the same attempt: same key, same bytes. */
import type { Answer } from "../../api/http.ts";
import { readExecutionLink, readRefusal } from "../../api/execution.ts";
import type { SdkError } from "../../errors/sdk_error.ts";
import { AUTHORIZE_RETRY_DELAYS_MS } from "../constants.ts";

export type Sent =
  /** The provider has it, or may have it: from here on only the provider knows the end. */
  | {
    readonly type: "accepted";
    readonly executionUrl?: string;
    /** Another attempt of this execution holds it or has paid it: the whole history counts, not only what is new. */
    readonly isAnother?: true;
  }
  /** The provider said no before anything happened; `conflict` is its own word for a 409. */
  | {
    readonly type: "refused";
    readonly status: number;
    readonly text: string;
    readonly error: SdkError;
    readonly conflict?: string;
  };

export interface AuthorizePorts {
  readonly send: () => Promise<Answer>;
  readonly wait: (ms: number) => Promise<void>;
}

export async function sendAuthorize({ send, wait }: AuthorizePorts): Promise<Sent> {
  for (const delayMs of [...AUTHORIZE_RETRY_DELAYS_MS, undefined]) {
    const answer = await send();
    if (answer.type === "ok") return accepted(readExecutionLink(answer.body));
    if (answer.type === "refused") {
      const conflict = answer.status === 409 ? readRefusal(answer.text) : undefined;
      // A 409 without a word may mean anything: the execution tells.
      if (answer.status === 409 && (conflict === undefined || ANOTHER_ATTEMPT.has(conflict))) {
        return { type: "accepted", isAnother: true };
      }
      if (!isUnclear(answer.status, conflict)) return conflict === undefined ? answer : { ...answer, conflict };
    }
    if (delayMs !== undefined) await wait(delayMs);
  }
  return accepted();
}

/** The provider's words for: another attempt of this execution is at the bank right now, or has paid it. */
const ANOTHER_ATTEMPT: ReadonlySet<string> = new Set(["execution-busy", "execution-paid"]);
/** Its word for: the first request with this very key still runs. */
const SAME_REQUEST = "key-in-flight";

/** After these the SDK cannot say whether the provider took the payment up. */
function isUnclear(status: number, conflict: string | undefined): boolean {
  return status >= 500 || status === 408 || conflict === SAME_REQUEST;
}

function accepted(executionUrl?: string): Sent {
  return executionUrl === undefined ? { type: "accepted" } : { type: "accepted", executionUrl };
}
