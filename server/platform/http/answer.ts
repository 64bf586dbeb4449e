/** Reads request bodies, and writes the one error shape of the server: `{error, code, params, requestId}`. */
import type { Context as HonoContext } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod/mini";
import { isStorageFault } from "../storage_fault.ts";
import { readJson } from "./request_limits.ts";

/** For a service that is not ready yet: retry in a moment. */
export const RETRY_AFTER_S = "5";

/** What the answer says: a sentence that is safe to show, for people with its code and the values in it. */
export interface Refused {
  readonly error: string;
  readonly code?: string | undefined;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
}

/** Thrown by {@link fail}. */
export class RefusedRequest extends HTTPException {
  constructor(status: ContentfulStatusCode, readonly refused: Refused, cause?: unknown) {
    super(status, { message: refused.error, cause });
  }
}

/** Ends the request with this status. What people read has a code; plain text is for developers. */
export function fail(status: ContentfulStatusCode, said: string | Refused, cause?: unknown): never {
  throw new RefusedRequest(status, typeof said === "string" ? { error: said } : said, cause);
}

/** For a call that another service did not answer well: 503 when that service invites a repeat, and otherwise 502. */
export function statusBehind(answer: Response | undefined): 502 | 503 {
  return answer?.status === 503 ? 503 : 502;
}

/** The JSON body, checked against the schema; ends the request with 400, 413 or 415 otherwise. */
export async function parseBody<T extends z.ZodMiniType>(c: HonoContext, schema: T): Promise<z.infer<T>> {
  return parse(schema, await readJson(c.req.raw));
}

/** Like {@link parseBody} for a parsed value; the error names the field of the first problem. */
export function parse<T extends z.ZodMiniType>(schema: T, value: unknown): z.infer<T> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join(".") ?? "";
  fail(400, field === "" ? "The request is not what this address expects" : `Field ${field} is missing or wrong`);
}

function refusedBy(thrown: unknown): Refused & { readonly status: number } {
  if (thrown instanceof RefusedRequest) return { status: thrown.status, ...thrown.refused };
  if (thrown instanceof HTTPException) return { status: thrown.status, error: thrown.message };
  if (!isStorageFault(thrown)) return { status: 500, error: "Something went wrong", code: "internal" };
  const error = "TrustCheck isn't available right now. Try again in a few minutes.";
  return { status: 503, error, code: "storage_down" };
}

/** Turns a thrown error into the error shape. An unexpected error becomes a 500 without details. */
export function errorAnswer(error: unknown, requestId: string): Response {
  const { status, ...refused } = refusedBy(error);
  const headers = status === 503 ? { "retry-after": RETRY_AFTER_S } : {};
  return Response.json({ ...refused, requestId }, { status, headers });
}
