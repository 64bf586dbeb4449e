/**
 * The series of the counters that payments show from the start: Prometheus sees no growth of a series whose first value
 * is not 0, so the first decline for a reason would be missing from every chart.
 */
import type { Count } from "../../../platform/telemetry/counters.ts";
import { DECLINE_RESULTS } from "../acquirer/decline_results.ts";

/** The kinds of call that move or hold money. */
const KINDS = ["authorize", "capture", "cancel", "refund"] as const;

/** What becomes of an attempt to deliver a webhook. */
const DELIVERIES = ["accepted", "refused", "unreachable", "address-gone", "given-up"] as const;

/** Shows all outcomes, those of webhooks too, and the money of the currencies that are sold in. */
export function showPaymentCounters(count: Count, currencies: readonly string[]): void {
  for (const kind of KINDS) {
    count("payments", { kind, outcome: "approved", reason: "none" }, 0);
    for (const currency of currencies) count("money", { kind, currency }, 0);
  }
  for (const reason of [...DECLINE_RESULTS, "other"]) {
    count("payments", { kind: "authorize", outcome: "declined", reason }, 0);
  }
  for (const outcome of DELIVERIES) count("webhooks", { outcome }, 0);
}
