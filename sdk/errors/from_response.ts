/** Converts an HTTP answer that is not OK into an error (S-ERR-03 to S-ERR-05). */
import { isText } from "../wire/check.ts";
import { own } from "../wire/own.ts";
import type { ServerError } from "../wire/payments.ts";
import { SdkError } from "./sdk_error.ts";

export interface FailedCall {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** The body of the answer. */
  readonly text?: string;
}

export function fromResponse({ method, url, status, text = "" }: FailedCall): SdkError {
  const options = { params: { method, url }, serverError: readServerError(status, text) };
  if (isAuthenticationFailure(status)) return new SdkError("api:unauthorized", options);
  if (status === 429) return new SdkError("api:too_many_requests", options);
  return new SdkError("api:unsuccessful", options);
}

const MAX_TEXT_CHARS = 1000;

/** The first error in the body of a refusal; only the status when the body has another shape. */
function readServerError(status: number, text: string): ServerError {
  const error: Record<string, unknown> = {};
  try {
    const row = Object(JSON.parse(text).errors[0]);
    for (const name of ["code", "detail", "docUrl"]) {
      const value: unknown = own(row, name);
      if (isText(MAX_TEXT_CHARS)(value) && value !== "") error[name] = value;
    }
  } catch {
    // Not an answer of the payments service.
  }
  return { status, ...error };
}

/** 401 and 403 are authentication failures and end the session (S-SEC-09). */
export function isAuthenticationFailure(status: number): boolean {
  return status === 401 || status === 403;
}
