/** The dispute ratio of a month, as the networks count it, and the warning before their thresholds. */
import type { NetworkGroup } from "../acquirer/dispute_reasons.ts";
import { NETWORK_GROUPS } from "../acquirer/dispute_reasons.ts";
import type { DisputeKind } from "../acquirer/disputes.ts";
import type { PaymentContext } from "../context/context.ts";

/** Fewer disputes say nothing: two of a hundred sales are no trend. Networks themselves act from 100 and more. */
export const MIN_DISPUTES = 3;
/** The warning when the settings name no other: networks act at about 0.9 to 1.5 %. */
export const DEFAULT_WARNING_RATIO = 0.0075;
const HOUR_MS = 3_600_000;

interface CountingRule {
  readonly kinds: readonly DisputeKind[];
  /** The month whose sales the disputes of this month are compared with. */
  readonly sales: "this" | "previous";
}

/**
 * Visa counts reported fraud and disputes over the sales of the same month (Acquirer Monitoring Program, 2025).
 * Mastercard counts chargebacks over the sales of the month before (Excessive Chargeback Program). The others publish no
 * formula, and are counted as chargebacks of the same month.
 */
const RULES: Readonly<Record<NetworkGroup | "all", CountingRule>> = {
  visa: { kinds: ["chargeback", "early_warning"], sales: "this" },
  mastercard: { kinds: ["chargeback"], sales: "previous" },
  amex: { kinds: ["chargeback"], sales: "this" },
  discover: { kinds: ["chargeback"], sales: "this" },
  other: { kinds: ["chargeback"], sales: "this" },
  all: { kinds: ["chargeback"], sales: "this" },
};

export interface DisputeRatio {
  readonly network: NetworkGroup | "all";
  readonly disputes: number;
  readonly sales: number;
  /** 0.01 is one in a hundred. Without sales, every dispute counts as one sale. */
  readonly ratio: number;
}

type Ports = Pick<PaymentContext, "db" | "clock">;

/** The first millisecond of a UTC month, counted from the month of this time. */
function monthStart(ms: number, months = 0): number {
  const day = new Date(ms);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months);
}

/** The ratios of the month so far: each network group's, and that of all together. */
export async function disputeRatios({ db, clock }: Ports): Promise<readonly DisputeRatio[]> {
  const nowMs = clock.now();
  const [startMs, beforeMs] = [monthStart(nowMs), monthStart(nowMs, -1)];
  const sold = async (fromMs: number, toMs: number) =>
    await db.selectFrom("pay_executions").select(["network", ({ fn }) => fn.countAll<number>().as("count")])
      .where("created_ms", ">=", fromMs).where("created_ms", "<", toMs).where("captured_minor", ">", 0)
      .groupBy("network").execute();
  const sales = { this: await sold(startMs, nowMs + 1), previous: await sold(beforeMs, startMs) };
  const disputes = await db.selectFrom("pay_disputes")
    .select(["network", "kind", ({ fn }) => fn.countAll<number>().as("count")])
    .where("created_ms", ">=", startMs).groupBy(["network", "kind"]).execute();
  return ([...NETWORK_GROUPS, "all"] as const).map((network) => {
    const { kinds, sales: month } = RULES[network];
    const isOf = (row: { readonly network: string | null }) =>
      network === "all" || (row.network ?? "other") === network;
    const disputed = sum(disputes.filter((row) => isOf(row) && kinds.some((kind) => kind === row.kind)));
    const count = sum(sales[month].filter(isOf));
    return { network, disputes: disputed, sales: count, ratio: disputed / Math.max(count, disputed, 1) };
  });
}

function sum(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((total, { count }) => total + Number(count), 0);
}

/** The ratios as they were within the last hour: counting a month is too much for every reading of the metrics. */
export function createDisputeRatios(ports: Ports): () => Promise<readonly DisputeRatio[]> {
  let counted: { readonly atMs: number; readonly ratios: readonly DisputeRatio[] } | undefined;
  return async () => {
    const nowMs = ports.clock.now();
    if (counted === undefined || nowMs >= counted.atMs + HOUR_MS) {
      counted = { atMs: nowMs, ratios: await disputeRatios(ports) };
    }
    return counted.ratios;
  };
}

const CACHED = new WeakMap<Ports["db"], () => Promise<readonly DisputeRatio[]>>();

/** The ratios for the metrics, counted once an hour for each database. */
export function cachedDisputeRatios({ db, clock }: Ports): Promise<readonly DisputeRatio[]> {
  const read = CACHED.get(db) ?? createDisputeRatios({ db, clock });
  CACHED.set(db, read);
  return read();
}

/** A job that logs a warning once a month for each network whose ratio reaches the threshold. */
export function createRatioWarning(context: PaymentContext): () => Promise<void> {
  const read = createDisputeRatios(context);
  const warned = new Set<string>();
  const warnAt = context.settings.disputeWarningRatio ?? DEFAULT_WARNING_RATIO;
  return async () => {
    const month = new Date(context.clock.now()).toISOString().slice(0, 7);
    for (const { network, disputes, sales, ratio } of await read()) {
      const name = `${month} ${network}`;
      if (disputes < MIN_DISPUTES || ratio < warnAt || warned.has(name)) continue;
      warned.add(name);
      context.log.warn("dispute.ratio-high", { network, month, disputes, sales, ratio, threshold: warnAt });
    }
  };
}
