/** Reads request bodies, and writes the one error shape of the server: `{error, requestId}`. */
import type { Context as HonoContext } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod/mini";
import { isStorageFault } from "../storage_fault.ts";
import { readJson } from "./request_limits.ts";

/** For a service that is not ready yet: retry in a moment. */
export const RETRY_AFTER_S = "5";

/** Ends the request with this status and a message that is safe to show. */
export function fail(status: ContentfulStatusCode, text: string): never {
  throw new HTTPException(status, { message: text });
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

function said(error: unknown): { readonly status: number; readonly text: string } {
  if (error instanceof HTTPException) return { status: error.status, text: error.message };
  if (!isStorageFault(error)) return { status: 500, text: "Something went wrong" };
  return { status: 503, text: "Our storage is not available at the moment. Please try again in a few minutes" };
}

/** Turns a thrown error into the error shape. An unexpected error becomes a 500 without details. */
export function errorAnswer(error: unknown, requestId: string): Response {
  const { status, text } = said(error);
  const headers = { "cache-control": "no-store", ...(status === 503 ? { "retry-after": RETRY_AFTER_S } : {}) };
  return Response.json({ error: text, requestId }, { status, headers });
}
