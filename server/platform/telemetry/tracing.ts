/**
 * Spans of requests, jobs, statements and outgoing calls. A span carries a name and attributes from closed lists, never
 * an address, a value or a message. Without an exporter ({@link ./exporter.ts}) nothing is recorded.
 */
import { type Attributes, type Context, context, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { parseTraceParent, randomHex, type TraceParent, writeTraceParent } from "./request_id.ts";
import { currentScope, type RequestScope, runInScope } from "./request_scope.ts";

const tracer = trace.getTracer("trustcheck");
const SAMPLED = 1;

interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
}

/** Runs the work in a span. A failure is recorded only by its kind: messages may quote what people typed. */
export async function inSpan<T>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {} }: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return await tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Runs work that begins no span of its own, such as a statement: cheaper, since nothing has to find this span. */
export async function inLeafSpan<T>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {} }: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, { kind, attributes });
  try {
    return await work();
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

function markFailed(span: Span, error: unknown): void {
  span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Whether this moment belongs to a recorded trace; statements ask before they build a span. */
export function isRecording(): boolean {
  return trace.getActiveSpan()?.isRecording() === true;
}

export interface RootSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly requestId: string;
  /** The caller's trace, where it is trusted. */
  readonly parent?: TraceParent | undefined;
}

/** Runs a request or a job as the first span of this server, in a scope of its own. */
export async function inRootSpan<T>(
  { name, kind, requestId, parent }: RootSpan,
  work: (span: Span, scope: RequestScope) => Promise<T>,
): Promise<T> {
  const attributes = { "trustcheck.request_id": requestId };
  return await tracer.startActiveSpan(name, { kind, attributes }, parentContext(parent), async (span) => {
    const isSampled = span.isRecording();
    const traceId = isSampled ? span.spanContext().traceId : parent?.traceId ?? randomHex(16);
    const scope = { requestId, traceId, isSampled };
    try {
      return await runInScope(scope, () => work(span, scope));
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

function parentContext(parent: TraceParent | undefined): Context {
  const root = trace.deleteSpan(context.active());
  if (parent === undefined) return root;
  const { traceId, spanId, isSampled } = parent;
  return trace.setSpanContext(root, { traceId, spanId, traceFlags: isSampled ? SAMPLED : 0, isRemote: true });
}

/** `traceparent` for an outgoing call; undefined outside of requests and jobs. */
export function outgoingTraceParent(span: Span): string | undefined {
  const scope = currentScope();
  if (span.isRecording()) {
    const { traceId, spanId } = span.spanContext();
    return writeTraceParent({ traceId, spanId, isSampled: true });
  }
  if (scope === undefined) return undefined;
  return writeTraceParent({ traceId: scope.traceId, spanId: randomHex(8), isSampled: false });
}

/**
 * Sends a request to another server in a span of its own, and passes on the trace and the request id. `peer` names the
 * other server by its role, such as `payments`: its address may hold a key or a phone number.
 */
export async function sendTraced(
  peer: string,
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  const attributes = { "http.request.method": request.method, "peer.service": peer };
  return await inSpan(`${request.method} ${peer}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const parent = outgoingTraceParent(span);
    if (parent !== undefined) request.headers.set("traceparent", parent);
    const answer = await send(request);
    span.setAttribute("http.response.status_code", answer.status);
    if (answer.status >= 400) span.setAttribute("error.type", String(answer.status));
    return answer;
  });
}

export { parseTraceParent, SpanKind };
export type { Span };
