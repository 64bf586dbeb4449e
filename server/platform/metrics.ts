/** Metrics for /metrics in the Prometheus text format: requests by kind and status, and their durations. */
import { Counter, Histogram, Registry } from "prom-client";

export interface Metrics {
  observe(kind: string, status: number, seconds: number): void;
  read(): Promise<string>;
}

const BUCKETS_S = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests answered, by kind of address and status",
    labelNames: ["kind", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "http_request_seconds",
    help: "Time to the answer, by kind of address",
    labelNames: ["kind"],
    buckets: BUCKETS_S,
    registers: [registry],
  });
  return {
    observe(kind, status, seconds) {
      requests.inc({ kind, status: String(status) });
      durations.observe({ kind }, seconds);
    },
    read: () => registry.metrics(),
  };
}
