/** Polls until the attempt has a result. The rules are in polling.ts; this module waits and asks. */
import { omitUndefined } from "../../core/omit_undefined.ts";
import type { SdkError } from "../../errors/sdk_error.ts";
import type { ExecutionResponse, ExecutionStatus } from "../../wire/payments.ts";
import { type NotFinal, poll, type PollOptions, startPolling } from "./polling.ts";

export type PollAnswer =
  | { readonly type: "answered"; readonly execution: ExecutionResponse }
  /**
   * `unauthorized`: 401 or 403, and no new session. `stopped`: the requested number of polls was made. `cause`: what
   * the provider answered.
   */
  | { readonly type: "failed" | "throttled" | "unauthorized" | "stopped"; readonly cause?: SdkError };

export interface PollPorts {
  readonly ask: () => Promise<PollAnswer>;
  /** Waits longer while the browser is offline. */
  readonly wait: (ms: number) => Promise<void>;
}

export type FinalExecution =
  | { readonly type: "final"; readonly status: ExecutionStatus; readonly execution: ExecutionResponse }
  /** `cause`: the last refusal of a poll. */
  | { readonly type: NotFinal; readonly execution?: ExecutionResponse; readonly cause?: SdkError };

export async function pollUntilFinal({ ask, wait }: PollPorts, options: PollOptions = {}): Promise<FinalExecution> {
  let { state, inMs } = startPolling(options);
  let execution: ExecutionResponse | undefined;
  let cause: SdkError | undefined;
  const end = (type: NotFinal): FinalExecution => ({ type, ...omitUndefined({ execution, cause }) });
  while (true) {
    await wait(inMs);
    const answer = await ask();
    if (answer.type === "answered") [execution, cause] = [answer.execution, undefined];
    else cause = answer.cause ?? cause;
    const step = poll(state, answer);
    switch (step.type) {
      case "final":
        if (execution !== undefined) return { type: "final", status: step.status, execution };
        break;
      case "again":
        state = step.state;
        inMs = step.inMs;
        break;
      default:
        return end(step.type);
    }
  }
}
