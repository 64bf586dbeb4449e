/**
 * Metrics for /metrics in the Prometheus text format. Names follow the semantic conventions of OpenTelemetry where they
 * have one. docs/operations/observability.md lists them.
 */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { type Count, type CounterName, COUNTERS } from "./counters.ts";
import { type Figures, type GaugeName, GAUGES } from "./gauges.ts";

export interface AnsweredRequest {
  readonly method: string;
  /** Pattern, never an address. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  observe(request: AnsweredRequest): void;
  readonly count: Count;
  /** Sets what is measured when the metrics are read. A gauge that is left out is no longer shown. */
  set(figures: Figures): void;
  read(): Promise<string>;
  readonly contentType: string;
}

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const registers = [new Registry()];
  const [registry] = registers;
  const durations = new Histogram({
    name: "http_server_request_duration_seconds",
    help: "Time to the answer of a request, by method, route and status",
    labelNames: ["http_request_method", "http_route", "http_response_status_code"],
    buckets: BUCKETS_S,
    registers,
  });
  const failures = new Counter({
    name: "http_server_failures_total",
    help: "Requests that the server answered with a status of 500 and above",
    registers,
  });
  const counters = new Map(
    Object.entries(COUNTERS).map(([key, { name, help, labels }]) => [
      key,
      new Counter({ name, help, labelNames: [...labels], registers }),
    ]),
  );
  const gauges = Object.entries(GAUGES).map(([name, { help, labels }]) =>
    [
      name as GaugeName,
      new (name.endsWith("_total") ? Counter : Gauge)({ name, help, labelNames: [...labels], registers }),
    ] as const
  );
  for (const [key, row] of Object.entries(COUNTERS)) {
    for (const outcome of "outcomes" in row ? row.outcomes : []) counters.get(key)?.inc({ outcome }, 0);
  }
  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    observe({ method, route, status, seconds }) {
      const labels = {
        http_request_method: method,
        http_route: route,
        http_response_status_code: String(status),
      };
      durations.observe(labels, seconds);
      if (status >= 500) failures.inc();
    },
    count: (name: CounterName, labels: Readonly<Record<string, string>>, by = 1) => {
      counters.get(name)?.inc(labels, by);
    },
    set(figures) {
      for (const [name, gauge] of gauges) setGauge(name, gauge, figures[name]);
    },
    read: async () => await registry?.metrics() ?? "",
  };
}

/** What has disappeared or is not known is removed: a queue that is not read is not shown with its last depth. */
function setGauge(name: GaugeName, gauge: Gauge | Counter, values: Figures[GaugeName] = []): void {
  gauge.reset();
  // Without labels a reset shows 0, and what is not known is not 0.
  if (GAUGES[name].labels.length === 0) gauge.remove();
  for (const { value, ...labels } of values) {
    if (value !== undefined) gauge.inc(labels, value);
  }
}
