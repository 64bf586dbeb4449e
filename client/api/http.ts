/**
 * The one fetch helper: JSON in, JSON out; any status but 200 rejects with the body (W-CALL-23), timeouts and network
 * errors as such (W-ERR-10).
 */
import { LANGUAGE } from "../i18n/language.ts";
import { loadServiceTexts } from "../lib/format/service_text.ts";

const REQUEST_TIMEOUT_MS = 30_000;
/** Paths whose responses contain messages for people. */
const OUR_SERVICES = /^\/(services|api)\//;

/** The server responded with a status other than 200; `body` is its parsed JSON, or the text. */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
  constructor(readonly status: number, readonly body: unknown) {
    super(`The server answered ${status}`);
  }
}

/** No response: the network is down or the server is unreachable. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/** No response within the time limit. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

export interface RequestOptions {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** A time limit of another kind, in place of `timeoutMs`: it aborts with a TimeoutError. */
  readonly timeout?: AbortSignal;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
}

export interface CallOptions extends RequestOptions {
  /** The signed-in member's token, sent as `x-id-token` (W-AUTH-09). */
  readonly idToken?: string | undefined;
}

/** Of a call that only a member makes: the token, or that there is none, is always said. */
export type MemberOptions = CallOptions & { readonly idToken: string | undefined };

export function withToken({ idToken, ...options }: CallOptions): RequestOptions {
  return idToken === undefined ? options : { ...options, headers: { ...options.headers, "x-id-token": idToken } };
}

/** Sends, and returns the raw response of a 200; for streams. `stop` ends the call and what listens for its end. */
export async function send(
  url: string,
  options: RequestOptions = {},
  stop = new AbortController(),
): Promise<Response> {
  const { method = "POST", body, timeoutMs = REQUEST_TIMEOUT_MS, signal } = options;
  const timeout = options.timeout ?? AbortSignal.timeout(timeoutMs);
  // By hand: AbortSignal.any is newer than some browsers we support.
  for (const each of [signal, timeout]) {
    const forward = () => stop.abort(each?.reason);
    if (each?.aborted) forward();
    each?.addEventListener("abort", forward, { signal: stop.signal });
  }
  const words = OUR_SERVICES.test(url) ? loadServiceTexts() : undefined;
  let response: Response;
  try {
    response = await (options.fetch ?? fetch)(url, {
      method,
      // Emails and documents that a service writes are in the page's language.
      headers: {
        "accept-language": LANGUAGE,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...options.headers,
      },
      // None where there is nothing to send.
      body: JSON.stringify(body),
      signal: stop.signal,
    });
  } catch (error) {
    stop.abort();
    if (timeout.aborted) throw new TimeoutError("No answer in time", { cause: error });
    if (signal?.aborted) throw error;
    throw connectionFailure(error);
  }
  await words;
  if (response.status !== 200) throw new ResponseError(response.status, await readBody(response));
  return response;
}

/** Why an answer did not arrive or broke off: the time limit, the page's own signal, or the network. */
function connectionFailure(error: unknown): unknown {
  const name = error instanceof Error ? error.name : "";
  if (name === "TimeoutError") return new TimeoutError("No answer in time", { cause: error });
  return name === "AbortError" ? error : new NetworkError("No answer from the server", { cause: error });
}

/** Sends and returns the parsed body; the caller parses it with its schema. */
export async function request(url: string, options: RequestOptions = {}): Promise<unknown> {
  const stop = new AbortController();
  try {
    return await readBody(await send(url, options, stop));
  } finally {
    stop.abort();
  }
}

/** The lines of a stream as they arrive, without empty ones. */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    while (true) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw connectionFailure(error);
      });
      if (done) break;
      const parts = (rest + value).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) if (part.trim() !== "") yield part;
    }
    if (rest.trim() !== "") yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw connectionFailure(error);
  });
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
