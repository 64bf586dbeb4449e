/** Reads an execution from an answer and keeps only values of the right shape. */
import { isOptional, isText } from "../wire/check.ts";
import type { ExecutionResponse } from "../wire/payments.ts";

const MAX_TEXT_CHARS = 4096;
const isWord = isText(MAX_TEXT_CHARS);

/** Undefined when the answer is not an execution. The call then counts as failed, never as a result. */
export function readExecution(body: unknown): ExecutionResponse | undefined {
  if (typeof body !== "object" || body === null || !("status" in body) || !Array.isArray(body.status)) return undefined;
  const statuses: readonly unknown[] = body.status;
  if (!statuses.every(isStatus)) return undefined;
  if ("actionRequired" in body && body.actionRequired !== null && !isOptional(isWord)(body.actionRequired)) {
    return undefined;
  }
  // Null is how some services leave a part out.
  return asExecution({ ...body, links: { ...Object(body).links } });
}

/** The address to poll, from the answer of authorize or confirm. */
export function readExecutionLink(body: unknown): string | undefined {
  const link: unknown = Object(Object(body).links).execution;
  const href: unknown = typeof link === "string" ? link : Object(link).href;
  return typeof href === "string" ? href : undefined;
}

function isStatus(status: unknown): boolean {
  const { code, time } = Object(status);
  return isWord(code) && isWord(time);
}

function asExecution(body: object): ExecutionResponse {
  return body as ExecutionResponse;
}
