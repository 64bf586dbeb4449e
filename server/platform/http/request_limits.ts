/** Limits of request bodies: size, time, depth and number of values. */
import { HTTPException } from "hono/http-exception";
import { withDeadline } from "../deadline.ts";

export const MAX_BODY_BYTES = 64 * 1024;
export const BODY_DEADLINE_MS = 10_000;
export const MAX_JSON_DEPTH = 32;
export const MAX_JSON_KEYS = 200;

const decoder = new TextDecoder();

/** The whole body as bytes; 413 above the size limit, 408 when it does not arrive in time. */
export async function readBody(request: Request, maxBytes = MAX_BODY_BYTES): Promise<Uint8Array<ArrayBuffer>> {
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > maxBytes) tooLarge();
  // Content-Length bounds it: no more than this arrives.
  const isBounded = length !== null && !request.headers.has("transfer-encoding");
  // A body that is too slow is answered with 408; the rest is discarded with the connection.
  return await withDeadline(isBounded ? request.bytes() : readParts(request, maxBytes), BODY_DEADLINE_MS, tooSlow);
}

async function readParts(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  // `for await` over the stream takes more than twice the processor time of its reader.
  const reader = request.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      tooLarge();
    }
    parts.push(value);
  }
  // Nearly every body comes in one part; a Blob would copy it through another stream.
  const [whole] = parts;
  return whole !== undefined && parts.length === 1 ? whole : await new Blob(parts).bytes();
}

function tooSlow(): HTTPException {
  return new HTTPException(408, { message: "The request took too long to arrive" });
}

function tooLarge(): never {
  throw new HTTPException(413, { message: "The request is too large" });
}

/** A text without these characters contains no NUL and no `__proto__`. */
const NEEDS_A_LOOK = /\\|__proto__/;

export interface JsonLimits {
  readonly maxKeys?: number;
  /** Only for calls that carry a bearer token: a form on another site sends a cookie with any other type of body. */
  readonly acceptsAnyType?: boolean;
}

/** The body as JSON, of the type `application/json` by default. */
export async function readJson(
  request: Request,
  { maxKeys = MAX_JSON_KEYS, acceptsAnyType = false }: JsonLimits = {},
): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (!acceptsAnyType && !/^application\/json\s*(;|$)/i.test(type)) {
    throw new HTTPException(415, { message: "Send the request as application/json" });
  }
  const text = decoder.decode(await readBody(request));
  if (isTooDeep(text)) throw new HTTPException(400, { message: "The request is nested too deeply" });
  let keys = 0;
  try {
    // A value takes at least two characters, so most bodies are too short for too many values or a forbidden key.
    if (text.length <= 2 * maxKeys && !NEEDS_A_LOOK.test(text)) return JSON.parse(text);
    return JSON.parse(text, (key, value) => {
      keys += 1;
      if (keys > maxKeys) throw new HTTPException(400, { message: `The request has more than ${maxKeys} fields` });
      // Postgres cannot store a NUL, and no text that a person types contains one.
      const hasNul = key.includes("\0") || (typeof value === "string" && value.includes("\0"));
      if (hasNul) throw new HTTPException(400, { message: "The request holds a NUL character" });
      return key === "__proto__" ? undefined : value;
    });
  } catch (error) {
    if (error instanceof HTTPException) throw error;
    throw new HTTPException(400, { message: "The request is not valid JSON" });
  }
}

/** Counts open brackets before parsing, so that a deeply nested body costs one pass over the text. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if (char === "}" || char === "]") depth -= 1;
  }
  return false;
}
