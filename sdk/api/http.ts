/** One call to the payments API: headers of spec S 7, JSON in and out, and three ways it can end. */
import { fromResponse } from "../errors/from_response.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { CLIENT_TYPE, CLIENT_VERSION } from "../version.ts";

/** No answer within this time counts as none (SECURITY R2). */
const DEADLINE_MS = 30_000;

export interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: string;
  readonly token: string;
  readonly body?: unknown;
  /** Kept by an attempt to pay, so that its retries are one payment; fresh otherwise. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export type Answer =
  | { readonly type: "ok"; readonly body: unknown }
  | { readonly type: "refused"; readonly status: number; readonly text: string; readonly error: SdkError }
  | { readonly type: "unanswered"; readonly cause: unknown };

export type Send = (call: Call) => Promise<Answer>;

export const send: Send = async (call) => {
  const { method, url } = call;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), DEADLINE_MS);
  const stop = () => deadline.abort();
  call.signal?.addEventListener("abort", stop);
  try {
    // Of a client that is gone nothing leaves any more, a payment least of all.
    call.signal?.throwIfAborted();
    const response = await fetch(url, { ...request(call), signal: deadline.signal });
    const text = await response.text();
    if (response.ok) return { type: "ok", body: JSON.parse(text) };
    return {
      type: "refused",
      status: response.status,
      text,
      error: fromResponse({ method, url, status: response.status }),
    };
  } catch (cause) {
    return { type: "unanswered", cause };
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", stop);
  }
};

/** The body goes without a content type, as merchants' allow-lists expect (COMPAT 3.5). */
export function request({ method, token, body, idempotencyKey }: Call): RequestInit {
  return {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "x-idempotency-key": idempotencyKey ?? crypto.randomUUID(),
      "x-client-version": CLIENT_VERSION,
      "x-client-type": CLIENT_TYPE,
    },
    credentials: "omit",
    redirect: "error",
    cache: "no-store",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}
