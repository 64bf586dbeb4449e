/** Turns an HTTP status that is not OK into the error of the table (spec S 8). */
import { SdkError } from "./sdk_error.ts";

export interface FailedCall {
  readonly method: string;
  readonly url: string;
  readonly status: number;
}

export function fromResponse({ method, url, status }: FailedCall): SdkError {
  const options = { params: { method, url } };
  if (isAuthenticationFailure(status)) return new SdkError("api:unauthorized", options);
  if (status === 429) return new SdkError("api:too_many_requests", options);
  return new SdkError("api:unsuccessful", options);
}

/** 401 and 403 count as authentication failures and end the session (spec S 6). */
export function isAuthenticationFailure(status: number): boolean {
  return status === 401 || status === 403;
}
