/** What the proxy passes in each direction: allow-lists of headers, safe paths, bounded bodies. */
import * as z from "zod/mini";
import { openHeaders } from "../http/headers.ts";
import { readBody } from "../platform/http/request_limits.ts";
import { ServiceDown } from "./remote.ts";
import type { Service, Upstream } from "../platform/http/upstream.ts";
import { fail, statusBehind } from "../platform/http/answer.ts";
import { CLAIMED_COUNTRY_HEADER, NUMBER_COUNTRY_HEADER } from "../wire/members/report.ts";
import { refusal } from "../wire/site/refusal.ts";

const REQUEST_HEADERS = [
  "accept",
  "accept-language",
  "content-type",
  "x-client-type",
  "x-client-version",
  "x-id-token",
  "x-idempotency-key",
  "x-trace-id",
  "x-country",
  CLAIMED_COUNTRY_HEADER,
  NUMBER_COUNTRY_HEADER,
] as const;
const PAYMENTS_REQUEST_HEADERS = [
  "authorization",
  "x-api-key",
  "x-client-metadata",
  "origin",
  "access-control-request-method",
  "access-control-request-headers",
] as const;
const RESPONSE_HEADERS = new Set(["content-type", "retry-after", "x-request-id", "content-disposition"]);
const PAYMENTS_RESPONSE_HEADERS = new Set([
  "access-control-allow-headers",
  "access-control-allow-methods",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "access-control-max-age",
  "allow",
  "idempotent-replayed",
  "ignored-fields",
  "vary",
]);
/** The visitor's country as the client got it from the trace, the caller's and the number's: two letters or nothing. */
const COUNTRY_HEADERS: ReadonlySet<string> = new Set(["x-country", CLAIMED_COUNTRY_HEADER, NUMBER_COUNTRY_HEADER]);
const COUNTRY = /^[A-Z]{2}$/;
/** A page needs its own policy header; only embedded services answer with pages. */
const PAGE_HEADERS = new Set(["content-security-policy"]);
/** Content types a service may answer with; a page from a remote service is never passed on. */
const JSON_TYPE = /^application\/(json|x-ndjson|problem\+json)\b/;
const DOCUMENT_TYPE = /^(application\/(pdf|zip)|text\/(csv|calendar))\b/;
const HTML_TYPE = /^text\/(html|css|javascript)\b/;

export interface ForwardOptions {
  readonly service: Service;
  readonly upstream: Upstream;
  /** Path and query at the service's root. */
  readonly path: string;
  /** Headers this server adds; a browser's own headers of these names are dropped. */
  readonly added: Readonly<Record<string, string>>;
  /** True for embedded services only, whose pages may pass. */
  readonly allowPages: boolean;
  /** The body to send when the route has already read it. */
  readonly body?: string;
}

/** Forwards the request and returns what may pass of the answer. */
export async function forward(request: Request, forwarding: ForwardOptions): Promise<Response> {
  if (!isSafePath(forwarding.path)) fail(400, "The address is not valid");
  const headers = new Headers(forwarding.added);
  const allowed = forwarding.service === "payments"
    ? [...REQUEST_HEADERS, ...PAYMENTS_REQUEST_HEADERS]
    : REQUEST_HEADERS;
  copyHeaders(request.headers, headers, allowed);
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const outgoing = new Request(`http://service${forwarding.path}`, {
    method: request.method,
    headers,
    signal: request.signal,
    ...(hasBody ? { body: forwarding.body ?? await readBody(request) } : {}),
  });
  const answer = await call(forwarding.upstream, outgoing);
  return passBack(answer, forwarding);
}

async function call(upstream: Upstream, request: Request): Promise<Response> {
  try {
    return await upstream(request);
  } catch (cause) {
    fail(statusWithout(cause), refusal("service_down"), cause);
  }
}

/** What the service answers, and where it does not, an empty answer with the status that {@link forward} would give. */
export async function answerOf(upstream: Upstream, request: Request): Promise<Response> {
  return await upstream(request).catch((cause) => new Response(null, { status: statusWithout(cause) }));
}

function statusWithout(cause: unknown): 502 | 503 {
  return cause instanceof ServiceDown ? 503 : 502;
}

/** What a page of this server reads from a service; undefined where the service has nothing at this path. */
export async function readFrom<T extends z.ZodMiniType>(
  upstream: Upstream,
  path: string,
  schema: T,
): Promise<z.infer<T> | undefined> {
  const answer = await call(upstream, new Request(`http://service${path}`));
  if (!answer.ok) {
    await answer.body?.cancel();
    return answer.status === 404 ? undefined : fail(statusBehind(answer), refusal("service_down"));
  }
  const read = schema.safeParse(await answer.json().catch(() => undefined));
  return read.success ? read.data : fail(502, refusal("service_answer"), read.error);
}

function passBack(answer: Response, { service, allowPages }: ForwardOptions): Response {
  const type = answer.headers.get("content-type") ?? "";
  const isRedirect = answer.status >= 300 && answer.status < 400;
  const isKnown = JSON_TYPE.test(type) || DOCUMENT_TYPE.test(type) || (allowPages && HTML_TYPE.test(type)) ||
    answer.status === 204;
  if (isRedirect || !isKnown) {
    void answer.body?.cancel();
    fail(502, refusal("service_answer"));
  }
  const own = openHeaders(answer);
  for (const name of [...own.headers.keys()]) {
    const passes = RESPONSE_HEADERS.has(name) || (service === "payments" && PAYMENTS_RESPONSE_HEADERS.has(name)) ||
      (allowPages && PAGE_HEADERS.has(name));
    if (!passes) own.headers.delete(name);
  }
  return own;
}

function copyHeaders(from: Headers, to: Headers, names: readonly string[]): void {
  for (const name of names) {
    const value = from.get(name);
    if (value !== null && (!COUNTRY_HEADERS.has(name) || COUNTRY.test(value))) to.set(name, value);
  }
}

/**
 * No `..`, no encoded separators, no second authority: the upstream gets exactly the requested path. No NUL either, also
 * in the query: no value that a service knows has one, and Postgres refuses it.
 */
export function isSafePath(path: string): boolean {
  const pathname = path.split("?", 1)[0] ?? "";
  if (path.includes("%00") || !pathname.startsWith("/") && pathname !== "") return false;
  return !/\/\/|\\|@|%2f|%5c|%25|%3f|%23/i.test(pathname.replace(/%40/gi, "")) &&
    !pathname.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}
