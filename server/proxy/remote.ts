/**
 * Calls a remote service: bounded in time and size, retried where a repeat is harmless, and not called while it is down
 * (SECURITY R1, R2, R4, P4).
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
import { sendTraced } from "../platform/telemetry/tracing.ts";
import { sendOnce } from "../platform/http/send_once.ts";
import type { Upstream } from "../platform/http/upstream.ts";

/** For all attempts together: until the end of a JSON answer, or the first byte of a document or stream. */
const UPSTREAM_DEADLINE_MS = 15_000;
export const MAX_JSON_BYTES = 1024 * 1024;
/** Retries of a GET that found no server, after 200 ms and 400 ms plus jitter. */
const RETRIES = 2;
const FIRST_PAUSE_MS = 200;
/** The service counts as down when more than half of five or more calls within ten seconds failed. */
const WATCHED_MS = 10_000;
const LEAST_PER_SECOND = 0.5;
const SHARE_DOWN = 0.5;
/** While the service is down, one call per interval checks whether it is back. */
const PROBE_MS = 5_000;
/** A service that is down and that nothing calls is asked this often: without a call its state would never change. */
const IDLE_PROBE_MS = 2 * PROBE_MS;

const JSON_TYPE = /^application\/(problem\+)?json\s*(;|$)/;
/** Documents and streams pass through unread. */
const STREAM_TYPE = /^(application\/(x-ndjson|pdf|zip)|text\/(csv|calendar))\s*(;|$)/;

export interface Remotes {
  /** The service at a base address; all its callers share one health state. */
  at(base: string): Upstream;
  /** Base addresses that are not called at the moment, also while one call checks whether they are back. */
  down(): readonly string[];
}

/** The service is down and was not called. */
export class ServiceDown extends Error {
  override readonly name = "ServiceDown";
}

/** An answer that reports a failure of the service; passed on when retries bring no better one. */
class UnhealthyAnswer extends Error {
  constructor(readonly answer: Response) {
    super(`answered ${answer.status}`);
  }
}

export interface RemoteOptions {
  readonly send?: (request: Request, signal: AbortSignal) => Promise<Response>;
  readonly deadlineMs?: number;
}

export function createRemotes(
  { send = sendToService, deadlineMs = UPSTREAM_DEADLINE_MS }: RemoteOptions = {},
): Remotes {
  const circuits = new Map<string, { readonly upstream: Upstream; readonly isDown: () => boolean }>();
  const open = (base: string) => {
    const peer = new URL(base).hostname;
    const circuit = circuitBreaker(handleWhen(countsAsFailure), {
      halfOpenAfter: PROBE_MS,
      breaker: new SamplingBreaker({ threshold: SHARE_DOWN, duration: WATCHED_MS, minimumRps: LEAST_PER_SECOND }),
    });
    const probe = () => circuit.execute(() => askWhetherBack(base, send)).catch(() => undefined);
    let idle: ReturnType<typeof setTimeout> | undefined;
    circuit.onStateChange((state) => {
      clearTimeout(idle);
      if (state !== CircuitState.Open) return;
      const timer = setTimeout(probe, IDLE_PROBE_MS);
      Deno.unrefTimer(timer);
      idle = timer;
    });
    const backoff = new ExponentialBackoff({ initialDelay: FIRST_PAUSE_MS });
    const again = wrap(retry(handleWhen(countsAsFailure), { maxAttempts: RETRIES, backoff }), circuit);
    const upstream: Upstream = async (request) => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new DOMException("The deadline is over", "TimeoutError")), deadlineMs);
      const signal = AbortSignal.any([request.signal, late.signal]);
      const policy = request.method === "GET" ? again : circuit;
      try {
        const answer = await policy.execute(
          async () => {
            const sent = await sendTraced(peer, request.clone(), (traced) => send(traced, signal));
            return await checkAnswer(request.method, sent);
          },
          signal,
        );
        if (answer instanceof UnfitAnswer) throw answer;
        return answer;
      } catch (error) {
        if (error instanceof UnhealthyAnswer) return error.answer;
        throw error instanceof BrokenCircuitError ? new ServiceDown(`${base} is down`) : error;
      } finally {
        clearTimeout(timer);
      }
    };
    return { upstream, isDown: () => circuit.state !== CircuitState.Closed };
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

/** Any answer but a 5xx is one of a service that is back: it need not have a page at its address. */
async function askWhetherBack(base: string, send: NonNullable<RemoteOptions["send"]>): Promise<void> {
  const answer = await send(new Request(base), AbortSignal.timeout(PROBE_MS));
  await answer.body?.cancel();
  if (answer.status >= 500) throw new UnhealthyAnswer(answer);
}

/** A visitor's disconnect does not count against the service. */
function countsAsFailure(error: unknown): boolean {
  return !(error instanceof BrokenCircuitError) && !(error instanceof DOMException && error.name === "AbortError");
}

/** JSON that is truncated or none. */
class BrokenAnswer extends Error {
  override readonly name = "BrokenAnswer";
}

/**
 * What this server does not pass on although the service is well, such as a page. It counts as a success: otherwise
 * visitors who request pages could keep the service from all others.
 */
class UnfitAnswer extends Error {
  override readonly name = "UnfitAnswer";
}

/**
 * Reads and checks JSON in full, so that a truncated answer counts as a failure; documents and streams pass through.
 */
async function checkAnswer(method: string, answer: Response): Promise<Response | UnfitAnswer> {
  const isUnhealthy = [500, 502, 503, 504].includes(answer.status);
  const type = answer.headers.get("content-type") ?? "";
  if (JSON_TYPE.test(type) && method !== "HEAD") {
    const whole = await withWholeBody(answer);
    if (isUnhealthy) throw whole instanceof Response ? new UnhealthyAnswer(whole) : whole;
    return whole;
  }
  if (isUnhealthy || (answer.ok && !isReadable(method, answer, type))) {
    await answer.body?.cancel();
    if (!isUnhealthy) return new UnfitAnswer(`answered ${answer.status} and ${type || "nothing"}`);
    throw new UnhealthyAnswer(new Response(null, answer));
  }
  return answer;
}

function isReadable(method: string, { status }: Response, type: string): boolean {
  return status === 204 || method === "HEAD" || STREAM_TYPE.test(type);
}

async function withWholeBody(answer: Response): Promise<Response | UnfitAnswer> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.byteLength;
    if (size > MAX_JSON_BYTES) return new UnfitAnswer(`answered more than ${MAX_JSON_BYTES} bytes`);
    parts.push(part);
  }
  const body = new Uint8Array(await new Blob(parts).arrayBuffer());
  checkJson(answer, body);
  return new Response(body, answer);
}

/** The body has its announced length and is complete JSON; only an error may have an empty body. */
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
    // Without `cause`, which quotes the body.
    throw new BrokenAnswer("sent what is no JSON");
  }
}

/** Redirects are not followed: a redirect from an upstream is an error. Only a read or a keyed write may arrive twice. */
function sendToService(request: Request, signal: AbortSignal): Promise<Response> {
  const isRepeatable = ["GET", "HEAD"].includes(request.method) || request.headers.has("x-idempotency-key");
  return (isRepeatable ? fetch : sendOnce)(request, { redirect: "manual", signal });
}
