/** Metrics for /metrics in the Prometheus text format: requests by kind and status, and their durations. */
import { Counter, Gauge, Histogram, Registry } from "prom-client";

export interface Metrics {
  observe(kind: string, status: number, seconds: number): void;
  /** Money that needs an operator: moves that stay refused, and differences between books, executions and ledger. */
  observeMoney(counts: { readonly moves: number; readonly differences: number }): void;
  /** Quarters of a year since the newest key that signs ID tokens; 0 while this quarter has its own. */
  observeIdentityKey(quarters: number): void;
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
  const moves = new Gauge({
    name: "money_moves_refused",
    help: "Captures, cancels and refunds that stay refused or undecided; see /operator/moves",
    registers: [registry],
  });
  const differences = new Gauge({
    name: "money_differences",
    help: "Differences between books, executions and the acquirer's ledger; see /operator/differences",
    registers: [registry],
  });
  const identityKey = new Gauge({
    name: "identity_key_quarters",
    help: "Quarters since the newest key of ID tokens; above 0, run: deno task keys identity",
    registers: [registry],
  });
  return {
    observeIdentityKey: (quarters) => identityKey.set(quarters),
    observeMoney(counts) {
      moves.set(counts.moves);
      differences.set(counts.differences);
    },
    observe(kind, status, seconds) {
      requests.inc({ kind, status: String(status) });
      durations.observe({ kind }, seconds);
    },
    read: () => registry.metrics(),
  };
}
