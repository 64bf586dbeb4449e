/** Spans of requests, jobs and outgoing calls: names, outcomes, and the trace that other servers receive. */
import { after, afterEach, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { currentRequestId, currentScope } from "./request_scope.ts";
import { inLeafSpan, inRootSpan, inSpan, isRecording, outgoingTraceParent, sendTraced, SpanKind } from "./tracing.ts";

const TRACE = "1".repeat(32);
const PARENT = { traceId: TRACE, spanId: "2".repeat(16), isSampled: true };

describe("without an exporter", () => {
  it("nothing is recorded, and a request has its own trace or that of its caller", async () => {
    const scopeOf = (parent?: typeof PARENT) =>
      inRootSpan({ name: "GET /a", kind: SpanKind.SERVER, requestId: "request-1", parent }, (span, scope) => {
        assertEquals([isRecording(), currentScope(), currentRequestId()], [false, scope, "request-1"]);
        return Promise.resolve({ scope, told: outgoingTraceParent(span) });
      });
    const { scope, told } = await scopeOf();
    assertMatch(scope.traceId, /^[0-9a-f]{32}$/);
    assertEquals([scope.isSampled, currentScope(), currentRequestId()], [false, undefined, ""]);
    assertMatch(told ?? "", new RegExp(`^00-${scope.traceId}-[0-9a-f]{16}-00$`));
    assertEquals((await scopeOf({ ...PARENT, isSampled: false })).scope.traceId, TRACE);
    await inSpan("alone", {}, (span) => Promise.resolve(assertEquals(outgoingTraceParent(span), undefined)));
  });
});

describe("with an exporter", () => {
  const exporter = new InMemorySpanExporter();
  before(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  });
  afterEach(() => exporter.reset());
  after(() => {
    trace.disable();
    context.disable();
  });
  const ended = () => exporter.getFinishedSpans();
  const told = ({ name, kind, attributes, status }: ReadableSpan) => [name, kind, attributes, status.code];
  const refuse = (error: unknown) => () => Promise.reject(error);

  it("a request is the root of what runs in it, whatever span is around it", async () => {
    await inSpan(
      "outer",
      {},
      () =>
        inRootSpan({ name: "GET /a", kind: SpanKind.SERVER, requestId: "request-1" }, async (span, scope) => {
          assertEquals([scope.isSampled, scope.traceId, isRecording()], [true, span.spanContext().traceId, true]);
          await inLeafSpan(
            "select",
            { kind: SpanKind.CLIENT, attributes: { table: "notes" } },
            () => Promise.resolve(),
          );
        }),
    );
    const [select, request, outer] = ended();
    assert(select !== undefined && request !== undefined && outer !== undefined);
    assertEquals([select, request].map(told), [
      ["select", SpanKind.CLIENT, { table: "notes" }, SpanStatusCode.UNSET],
      ["GET /a", SpanKind.SERVER, { "trustcheck.request_id": "request-1" }, SpanStatusCode.UNSET],
    ]);
    assertEquals(select.parentSpanContext?.spanId, request.spanContext().spanId);
    assertEquals(request.parentSpanContext, undefined);
    assertEquals(told(outer)[1], SpanKind.INTERNAL);
  });

  it("a request continues its caller's trace, and is recorded where the caller's is", async () => {
    const root = (isSampled: boolean) => ({
      name: "GET /a",
      kind: SpanKind.SERVER,
      requestId: "request-1",
      parent: { ...PARENT, isSampled },
    });
    await inRootSpan(
      root(true),
      (_, { traceId, isSampled }) => Promise.resolve(assertEquals([traceId, isSampled], [TRACE, true])),
    );
    assertEquals([ended()[0]?.parentSpanContext?.spanId, ended()[0]?.parentSpanContext?.isRemote], [
      PARENT.spanId,
      true,
    ]);
    exporter.reset();
    await inRootSpan(root(false), (_, { isSampled }) => Promise.resolve(assertEquals(isSampled, false)));
    assertEquals(ended(), []);
  });

  it("a failure is recorded only by its kind, and passed on", async () => {
    const failing = refuse(new RangeError("ann@example.com is too long"));
    await assertRejects(() => inSpan("one", {}, failing), RangeError);
    await assertRejects(() => inLeafSpan("two", {}, failing), RangeError);
    await assertRejects(
      () => inRootSpan({ name: "three", kind: SpanKind.INTERNAL, requestId: "r" }, failing),
      RangeError,
    );
    await inSpan("four", {}, refuse("text")).catch(() => {});
    assertEquals(ended().map(({ name, status, attributes }) => [name, status, attributes["error.type"]]), [
      ["one", { code: SpanStatusCode.ERROR }, "RangeError"],
      ["two", { code: SpanStatusCode.ERROR }, "RangeError"],
      ["three", { code: SpanStatusCode.ERROR }, "RangeError"],
      ["four", { code: SpanStatusCode.ERROR }, "unknown"],
    ]);
    assertEquals(JSON.stringify(ended().map(({ events, attributes }) => [events, attributes])).includes("ann@"), false);
  });

  it("a call to another server passes it the trace, and its span has the role and the status but no address", async () => {
    const answers = [200, 399, 400];
    const heads: (string | null)[] = [];
    for (const status of answers) {
      const request = new Request("https://pay.example/a?key=secret", { method: "POST" });
      const answer = await sendTraced("payments", request, ({ headers }) => {
        heads.push(headers.get("traceparent"));
        return Promise.resolve(new Response(null, { status }));
      });
      assertEquals(answer.status, status);
    }
    const base = { "http.request.method": "POST", "peer.service": "payments" };
    assertEquals(ended().map(told), [
      ["POST payments", SpanKind.CLIENT, { ...base, "http.response.status_code": 200 }, SpanStatusCode.UNSET],
      ["POST payments", SpanKind.CLIENT, { ...base, "http.response.status_code": 399 }, SpanStatusCode.UNSET],
      [
        "POST payments",
        SpanKind.CLIENT,
        { ...base, "http.response.status_code": 400, "error.type": "400" },
        SpanStatusCode.UNSET,
      ],
    ]);
    assertEquals(
      heads,
      ended().map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
    );
  });
});
