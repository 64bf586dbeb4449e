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
  return asExecution({ links: {}, ...body });
}

/** The address to poll, from the answer of authorize or confirm. */
export function readExecutionLink(body: unknown): string | undefined {
  const links = typeof body === "object" && body !== null && "links" in body ? body.links : undefined;
  const link = typeof links === "object" && links !== null && "execution" in links ? links.execution : undefined;
  if (typeof link === "string") return link;
  const href = typeof link === "object" && link !== null && "href" in link ? link.href : undefined;
  return typeof href === "string" ? href : undefined;
}

function isStatus(status: unknown): boolean {
  return typeof status === "object" && status !== null && "code" in status && isWord(status.code) &&
    "time" in status && isWord(status.time);
}

function asExecution(body: object): ExecutionResponse {
  return body as ExecutionResponse;
}
