/** A collector that keeps the spans it receives by OTLP over HTTP. */

export interface KeptSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

export interface Collector {
  readonly origin: string;
  readonly spans: readonly KeptSpan[];
  /** Everything that came, as it came. */
  readonly bodies: readonly string[];
  close(): Promise<void>;
}

// deno-lint-ignore no-explicit-any -- the shape of OTLP, of which a few fields are read
function spansOf(body: any): readonly KeptSpan[] {
  // deno-lint-ignore no-explicit-any -- as above
  const all: any[] = (body.resourceSpans ?? []).flatMap((resource: any) =>
    // deno-lint-ignore no-explicit-any -- as above
    (resource.scopeSpans ?? []).flatMap((scope: any) => scope.spans ?? [])
  );
  return all.map((span) => ({
    name: span.name,
    traceId: span.traceId,
    spanId: span.spanId,
    parentId: span.parentSpanId ?? "",
    kind: span.kind,
    attributes: Object.fromEntries(
      // deno-lint-ignore no-explicit-any -- as above
      (span.attributes ?? []).map(({ key, value }: any) => [key, Object.values(value)[0]]),
    ),
  }));
}

export function startCollector(): Collector {
  const spans: KeptSpan[] = [];
  const bodies: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const body = await request.text();
    bodies.push(body);
    spans.push(...spansOf(JSON.parse(body)));
    return Response.json({});
  });
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    spans,
    bodies,
    close: () => server.shutdown(),
  };
}
