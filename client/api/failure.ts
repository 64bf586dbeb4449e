/** Tells a refusal from a missing response, and finds the message in it (W-CALL-23, W-ERR-02). */
import { sentenceCodeIn, serviceText } from "../lib/format/service_text.ts";
import { reportUnexpected } from "../lib/unexpected.ts";
import { ResponseError } from "./http.ts";

export type CallFailure =
  /** The network is down, or the server is unreachable or too slow: the same call may be repeated. */
  | { readonly kind: "unanswered" }
  | { readonly kind: "answered"; readonly status: number; readonly body: unknown };

export function readFailure(reason: unknown): CallFailure {
  if (reason instanceof ResponseError) return { kind: "answered", status: reason.status, body: reason.body };
  return { kind: "unanswered" };
}

/** The error message of a response body, in the page's language; empty when it has none. */
export function errorString(body: unknown): string {
  return serviceText(sentenceCodeIn(body), textField(body, "error"));
}

export function textField(body: unknown, name: string): string {
  if (typeof body !== "object" || body === null) return "";
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" ? value : "";
}

export interface FailureTexts {
  readonly unanswered: string;
  readonly fallback: string;
}

/** The one sentence to show for a failed call: the server's own if it sent one. */
export function failureSentence(reason: unknown, { unanswered, fallback }: FailureTexts): string {
  if (reportUnexpected(reason)) return fallback;
  const failure = readFailure(reason);
  return failure.kind === "unanswered" ? unanswered : errorString(failure.body) || fallback;
}
