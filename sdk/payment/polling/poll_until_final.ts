/** Polls until the attempt has a result. The rules are in polling.ts; this module waits and asks. */
import type { ExecutionResponse, ExecutionStatus } from "../../wire/payments.ts";
import { poll, type PollState, startPolling } from "./polling.ts";

export type PollAnswer =
  | { readonly type: "answered"; readonly execution: ExecutionResponse }
  | { readonly type: "failed" | "throttled" }
  /** `unauthorized`: 401 or 403, and no new session. `stopped`: the requested number of polls was made. */
  | { readonly type: "unauthorized" | "stopped" };

export interface PollPorts {
  readonly ask: () => Promise<PollAnswer>;
  /** Waits longer while the browser is offline. */
  readonly wait: (ms: number) => Promise<void>;
}

export type FinalExecution =
  | { readonly type: "final"; readonly status: ExecutionStatus; readonly execution: ExecutionResponse }
  | { readonly type: NotFinal; readonly execution?: ExecutionResponse };

type NotFinal = "not_requested" | "exhausted" | "unauthorized" | "stopped";

export type PollOptions = Pick<PollState, "since" | "baseline"> & { readonly intervalMs?: number };

export async function pollUntilFinal({ ask, wait }: PollPorts, options: PollOptions = {}): Promise<FinalExecution> {
  let { state, inMs } = startPolling(options);
  let execution: ExecutionResponse | undefined;
  while (true) {
    await wait(inMs);
    const answer = await ask();
    if (answer.type === "unauthorized" || answer.type === "stopped") return withExecution(answer.type, execution);
    if (answer.type === "answered") execution = answer.execution;
    const event = answer.type === "answered"
      ? { type: answer.type, statuses: answer.execution.status, finalState: answer.execution.finalState }
      : { type: answer.type };
    const step = poll(state, event);
    switch (step.type) {
      case "final":
        if (execution !== undefined) return { type: "final", status: step.status, execution };
        break;
      case "not_requested":
      case "exhausted":
        return withExecution(step.type, execution);
      case "again":
        state = step.state;
        inMs = step.inMs;
    }
  }
}

function withExecution(type: NotFinal, execution?: ExecutionResponse): FinalExecution {
  return execution === undefined ? { type } : { type, execution };
}
