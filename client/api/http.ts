/** The one fetch helper: JSON in, JSON out; a non-200 rejects with the body, time-outs and lost lines as such (spec W 7). */
import { LANGUAGE } from "../i18n/language.ts";
import { loadServiceTexts } from "../lib/format/service_text.ts";

export const REQUEST_TIMEOUT_MS = 30_000;
/** Whose answers hold sentences for people. */
const OUR_SERVICES = /^\/(services|api)\//;

/** The server answered, and not with 200; `body` is what it said, parsed when it was JSON. */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
  constructor(readonly status: number, readonly body: unknown) {
    super(`The server answered ${status}`);
  }
}

/** No answer: the line is down or the server cannot be reached. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/** No answer within the time allowed. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

export interface RequestOptions {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
}

/** Sends and returns the raw answer once it is a 200; for streams. */
export async function send(url: string, options: RequestOptions = {}): Promise<Response> {
  const { method = "POST", body, timeoutMs = REQUEST_TIMEOUT_MS, signal } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const words = OUR_SERVICES.test(url) ? loadServiceTexts() : undefined;
  let response: Response;
  try {
    response = await (options.fetch ?? fetch)(url, {
      method,
      // What a service writes by itself, mails and documents, is in the language of the page.
      headers: {
        "accept-language": LANGUAGE,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  } catch (error) {
    if (timeout.aborted) throw new TimeoutError("No answer in time", { cause: error });
    if (signal?.aborted) throw error;
    throw new NetworkError("No answer from the server", { cause: error });
  }
  await words;
  if (response.status !== 200) throw new ResponseError(response.status, await readBody(response));
  return response;
}

/** Sends and returns the parsed body; the caller parses it with its schema. */
export async function request(url: string, options: RequestOptions = {}): Promise<unknown> {
  return await readBody(await send(url, options));
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
