/** Converts an HTTP answer that is not OK into an error (S-ERR-03 to S-ERR-05). */
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

/** The first error in the body of a refusal; only the status when the body has another shape. */
function readServerError(status: number, text: string): ServerError {
  try {
    const { code, detail, docUrl } = JSON.parse(text).errors[0];
    const texts = Object.entries({ code, detail, docUrl }).filter(([, value]) => value && typeof value === "string");
    return { status, ...Object.fromEntries(texts) };
  } catch {
    return { status };
  }
}

/** 401 and 403 are authentication failures and end the session (S-SEC-09). */
export function isAuthenticationFailure(status: number): boolean {
  return status === 401 || status === 403;
}
