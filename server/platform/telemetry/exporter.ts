/** Records spans and sends them by OTLP over HTTP. Loaded only where the settings ask for it. */
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-base";
import { isInTime } from "../deadline.ts";

/** Spans that a silent collector has not accepted by then are lost. Its own limit is ten seconds. */
const CLOSE_MS = 3_000;

export interface TracesConfig {
  /** Whole address of the collector, such as `http://localhost:4318/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Share of traces that are recorded when the caller has not decided, from 0 to 1. */
  readonly ratio: number;
}

export interface Exporter {
  /** Sends what is recorded, if the collector takes it in time, and records no more. Never rejects. */
  close(): Promise<void>;
}

/** For the whole process. Throws when the runtime records spans of its own, which carry whole addresses. */
export function startExporter({ url, headers, serviceName, ratio }: TracesConfig): Exporter {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url, headers: { ...headers } }))],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  if (!trace.setGlobalTracerProvider(provider)) {
    throw new TypeError(
      "Unset OTEL_DENO for server/main.ts: spans of the runtime carry whole addresses, with emails and keys",
    );
  }
  return { close: async () => void await isInTime(provider.shutdown().catch(() => undefined), CLOSE_MS) };
}
