/**
 * A remote service as this server calls it: bounded in time and size, asked again where that is harmless, and left alone
 * while it is down (SECURITY R1, R2, R4, P4).
 */
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ExponentialBackoff,
  handleWhen,
  retry,
  SamplingBreaker,
  wrap,
} from "cockatiel";
import type { Upstream } from "../platform/http/upstream.ts";

/** For all tries together: to the end of a JSON answer, to the first byte of a document or a stream. */
const UPSTREAM_DEADLINE_MS = 15_000;
export const MAX_JSON_BYTES = 1024 * 1024;
/** Further tries of a GET that found no server, 200 ms, 400 ms and some chance apart. */
const RETRIES = 2;
const FIRST_PAUSE_MS = 200;
/** It counts as down when of at least five calls within ten seconds half came to nothing. */
const WATCHED_MS = 10_000;
const LEAST_PER_SECOND = 0.5;
const SHARE_DOWN = 0.5;
/** While it is down one call in this time may try whether it is back. */
const PROBE_MS = 5_000;

const JSON_TYPE = /^application\/(problem\+)?json\s*(;|$)/;
/** Documents and streams: they go by as they come. */
const STREAM_TYPE = /^(application\/(x-ndjson|pdf|zip)|text\/(csv|calendar))\s*(;|$)/;

export interface Remotes {
  /** The service at a base address; everybody who calls it shares what is known about it. */
  at(base: string): Upstream;
  /** Bases that are left alone at the moment. */
  down(): readonly string[];
}

/** The service is down, and was not asked. */
export class ServiceDown extends Error {
  override readonly name = "ServiceDown";
}

/** An answer that says that the service could not do its work; it is passed on when further tries bring nothing better. */
class Unwell extends Error {
  constructor(readonly answer: Response) {
    super(`answered ${answer.status}`);
  }
}

export interface RemoteOptions {
  readonly send?: (request: Request, signal: AbortSignal) => Promise<Response>;
  readonly deadlineMs?: number;
}

export function createRemotes(
  { send = fetchOnce, deadlineMs = UPSTREAM_DEADLINE_MS }: RemoteOptions = {},
): Remotes {
  const circuits = new Map<string, { readonly upstream: Upstream; readonly isDown: () => boolean }>();
  const open = (base: string) => {
    const circuit = circuitBreaker(handleWhen(isFault), {
      halfOpenAfter: PROBE_MS,
      breaker: new SamplingBreaker({ threshold: SHARE_DOWN, duration: WATCHED_MS, minimumRps: LEAST_PER_SECOND }),
    });
    const backoff = new ExponentialBackoff({ initialDelay: FIRST_PAUSE_MS });
    const again = wrap(retry(handleWhen(isFault), { maxAttempts: RETRIES, backoff }), circuit);
    const upstream: Upstream = async (request) => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new DOMException("The deadline is over", "TimeoutError")), deadlineMs);
      const signal = AbortSignal.any([request.signal, late.signal]);
      const policy = request.method === "GET" ? again : circuit;
      try {
        return await policy.execute(
          async () => await taken(request.method, await send(request.clone(), signal)),
          signal,
        );
      } catch (error) {
        if (error instanceof Unwell) return error.answer;
        throw error instanceof BrokenCircuitError ? new ServiceDown(`${base} is down`) : error;
      } finally {
        clearTimeout(timer);
      }
    };
    return { upstream, isDown: () => circuit.state === CircuitState.Open };
  };
  return {
    at(base) {
      const known = circuits.get(base) ?? open(base);
      circuits.set(base, known);
      return known.upstream;
    },
    down: () => [...circuits].filter(([, { isDown }]) => isDown()).map(([base]) => base),
  };
}

/** A visitor who left is no fault of the service. */
function isFault(error: unknown): boolean {
  return !(error instanceof BrokenCircuitError) && !(error instanceof DOMException && error.name === "AbortError");
}

/** Said 2xx, and sent nothing that anybody could read. */
class BrokenAnswer extends Error {
  override readonly name = "BrokenAnswer";
}

/** JSON is taken in whole and read, so that half an answer is none; documents and streams go by as they come. */
async function taken(method: string, answer: Response): Promise<Response> {
  const isUnwell = [500, 502, 503, 504].includes(answer.status);
  const type = answer.headers.get("content-type") ?? "";
  if (JSON_TYPE.test(type) && method !== "HEAD") {
    const whole = await withWholeBody(answer);
    if (isUnwell) throw new Unwell(whole);
    return whole;
  }
  if (isUnwell || (answer.ok && !isReadable(method, answer, type))) {
    await answer.body?.cancel();
    if (!isUnwell) throw new BrokenAnswer(`answered ${answer.status} and ${type || "nothing"}`);
    throw new Unwell(new Response(null, answer));
  }
  return answer;
}

function isReadable(method: string, { status }: Response, type: string): boolean {
  return status === 204 || method === "HEAD" || STREAM_TYPE.test(type);
}

async function withWholeBody(answer: Response): Promise<Response> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.byteLength;
    if (size > MAX_JSON_BYTES) throw new RangeError(`answered more than ${MAX_JSON_BYTES} bytes`);
    parts.push(part);
  }
  const body = new Uint8Array(await new Blob(parts).arrayBuffer());
  checkJson(answer, body);
  return new Response(body, answer);
}

/** Of the length it announced, and JSON to its end; only an error may come without words. */
function checkJson({ ok, headers }: Response, body: Uint8Array): void {
  const length = headers.get("content-length");
  const isCoded = headers.has("content-encoding");
  if (length !== null && !isCoded && Number(length) !== body.byteLength) {
    throw new BrokenAnswer(`announced ${length} bytes and sent ${body.byteLength}`);
  }
  if (!ok && body.byteLength === 0) return;
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    // Without the cause, which quotes what was sent.
    throw new BrokenAnswer("sent what is no JSON");
  }
}

/** No redirects followed: a redirect of an upstream is a fault, not a direction. */
function fetchOnce(request: Request, signal: AbortSignal): Promise<Response> {
  return fetch(request, { redirect: "manual", signal });
}
