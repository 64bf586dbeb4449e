/** Reading a request body and the one error shape that leaves the server: `{error, requestId}`. */
import type { Context as HonoContext } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod/mini";
import { isStorageFault } from "../storage_fault.ts";
import { readJson } from "./request_limits.ts";

/** What is not ready now may be in a moment. */
export const RETRY_AFTER_S = "5";

/** Ends the request with this status and a sentence that is safe to show. */
export function fail(status: ContentfulStatusCode, text: string): never {
  throw new HTTPException(status, { message: text });
}

/** The JSON body checked against the schema; anything else ends the request with 400, 413 or 415. */
export async function parseBody<T extends z.ZodMiniType>(c: HonoContext, schema: T): Promise<z.infer<T>> {
  return parse(schema, await readJson(c.req.raw));
}

/** Like {@link parseBody} for a value that is already there; the first problem names its field. */
export function parse<T extends z.ZodMiniType>(schema: T, value: unknown): z.infer<T> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join(".") ?? "";
  fail(400, field === "" ? "The request is not what this address expects" : `Field ${field} is missing or wrong`);
}

function said(error: unknown): { readonly status: number; readonly text: string } {
  if (error instanceof HTTPException) return { status: error.status, text: error.message };
  if (!isStorageFault(error)) return { status: 500, text: "Something went wrong" };
  return { status: 503, text: "Our storage is not available at the moment. Please try again in a few minutes" };
}

/** Turns what was thrown into the error shape. What was not meant to be seen is a plain 500. */
export function errorAnswer(error: unknown, requestId: string): Response {
  const { status, text } = said(error);
  const headers = { "cache-control": "no-store", ...(status === 503 ? { "retry-after": RETRY_AFTER_S } : {}) };
  return Response.json({ error: text, requestId }, { status, headers });
}
