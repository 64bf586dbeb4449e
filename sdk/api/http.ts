/** One call to the payments API: headers, JSON in and out, and three kinds of answers (S-HTTP-01 to S-HTTP-05). */
import { fromResponse } from "../errors/from_response.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { CLIENT_TYPE, CLIENT_VERSION } from "../version.ts";

/** A call without an answer in this time counts as unanswered (SECURITY R2). */
const DEADLINE_MS = 30_000;

export interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: string;
  readonly token: string;
  readonly body?: unknown;
  /** An attempt to pay keeps its key, so that its retries are one payment. Default: a fresh key. */
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
    // A destroyed client sends nothing more, least of all a payment.
    call.signal?.throwIfAborted();
    const response = await fetch(url, { ...request(call), signal: deadline.signal });
    const text = await response.text();
    // An answer that is not JSON, such as a proxy's page, says nothing about the payment: it counts as unanswered.
    if (response.ok) return { type: "ok", body: JSON.parse(text) };
    return {
      type: "refused",
      status: response.status,
      text,
      error: fromResponse({ method, url, status: response.status, text }),
    };
  } catch (cause) {
    return { type: "unanswered", cause };
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", stop);
  }
};

/** The body has no content type, so that merchants' existing allow-lists keep working. */
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
