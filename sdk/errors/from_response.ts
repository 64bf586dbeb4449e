/** Converts an HTTP status that is not OK into an error (S-ERR-03 to S-ERR-05). */
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

/** 401 and 403 are authentication failures and end the session (S-SEC-09). */
export function isAuthenticationFailure(status: number): boolean {
  return status === 401 || status === 403;
}
