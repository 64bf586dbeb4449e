/** Context that is available everywhere while one request or job runs, so that its log lines and rows can name it. */
import { AsyncLocalStorage } from "node:async_hooks";

export interface RequestScope {
  /** Answered in `X-Request-Id`; a job has one for each run. */
  readonly requestId: string;
  /** 32 hexadecimal digits, as in `traceparent`. */
  readonly traceId: string;
  /** Whether the trace is recorded, here or by the caller. */
  readonly isSampled: boolean;
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function currentScope(): RequestScope | undefined {
  return scopes.getStore();
}

/** Empty outside of requests and jobs, such as in scripts and tests. */
export function currentRequestId(): string {
  return scopes.getStore()?.requestId ?? "";
}

export function runInScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}
