/** The dispute ratio of a month, as the networks count it, and the warning before their thresholds. */
import type { NetworkGroup } from "../acquirer/dispute_reasons.ts";
import { NETWORK_GROUPS } from "../acquirer/dispute_reasons.ts";
import type { DisputeKind } from "../acquirer/disputes.ts";
import type { PaymentContext } from "../context/context.ts";
import { advanceFeed } from "../context/feeds.ts";

/** Fewer disputes say nothing: two in a hundred sales are not a trend. Networks themselves act from 100 and more. */
const MIN_DISPUTES = 3;
/** The warning when the settings name no other: networks act at about 0.9 to 1.5 %. */
const DEFAULT_WARNING_RATIO = 0.0075;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface CountingRule {
  readonly kinds: readonly DisputeKind[];
  /** The month whose sales the disputes of this month are compared with. */
  readonly sales: "this" | "previous";
}

/**
 * Visa counts reported fraud and disputes over the sales of the same month (Acquirer Monitoring Program, 2025).
 * Mastercard counts chargebacks over the sales of the month before (Excessive Chargeback Program). The others publish
 * no formula, and are counted as chargebacks of the same month.
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

interface Ports extends Pick<PaymentContext, "db" | "clock"> {
  /** Merchants, by which executions are indexed. */
  readonly clientIds: readonly string[];
}

interface Sales {
  readonly network: string | null;
  readonly count: number;
}

/** The sales that stay counted for an hour: the month before, and this month until `untilMs`. */
interface CountedSales {
  readonly startMs: number;
  readonly untilMs: number;
  readonly previous: readonly Sales[];
  readonly earlier: readonly Sales[];
}

/** The first millisecond of a UTC month, counted from the month this time falls in. */
function monthStart(ms: number, months = 0): number {
  const day = new Date(ms);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months);
}

/** The ratios of the month so far: each network group's, and that of all together. */
export async function disputeRatios(ports: Ports): Promise<readonly DisputeRatio[]> {
  return await ratiosSince(ports, await countSales(ports));
}

async function countSales({ clock, ...ports }: Ports): Promise<CountedSales> {
  const untilMs = clock.now();
  const startMs = monthStart(untilMs);
  const previous = await soldBetween(ports, monthStart(untilMs, -1), startMs);
  return { startMs, untilMs, previous, earlier: await soldBetween(ports, startMs, untilMs) };
}

/** Day by day: one statement over a month of many sales would exceed the time that the database gives it. */
async function soldBetween(
  { db, clientIds }: Pick<Ports, "db" | "clientIds">,
  fromMs: number,
  toMs: number,
): Promise<readonly Sales[]> {
  const counts = new Map<string | null, number>();
  for (let startMs = fromMs; startMs < toMs; startMs += DAY_MS) {
    const rows = await db.selectFrom("pay_executions")
      .select(["network", ({ fn }) => fn.countAll<number>().as("count")])
      .where("client_id", "in", clientIds)
      .where("created_ms", ">=", startMs).where("created_ms", "<", Math.min(startMs + DAY_MS, toMs))
      .where("captured_minor", ">", 0)
      .groupBy("network").execute();
    for (const { network, count } of rows) counts.set(network, (counts.get(network) ?? 0) + Number(count));
  }
  return [...counts].map(([network, count]) => ({ network, count }));
}

/** The disputes of the month, over the counted sales and those since. */
async function ratiosSince(
  { db, clock, clientIds }: Ports,
  { startMs, untilMs, previous, earlier }: CountedSales,
): Promise<readonly DisputeRatio[]> {
  if (clientIds.length === 0) return [];
  const sales = { this: [...earlier, ...await soldBetween({ db, clientIds }, untilMs, clock.now() + 1)], previous };
  const disputes = await db.selectFrom("pay_disputes")
    .select(["network", "kind", ({ fn }) => fn.countAll<number>().as("count")])
    .where("client_id", "in", clientIds).where("created_ms", ">=", startMs).groupBy(["network", "kind"]).execute();
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

/**
 * The current ratios, from one full count an hour: counting a month's sales is too expensive for every reading of the
 * metrics. Disputes, and sales since the full count, are counted each time.
 */
export function createDisputeRatios(ports: Ports): () => Promise<readonly DisputeRatio[]> {
  let counted: CountedSales | undefined;
  let counting: Promise<CountedSales> | undefined;
  return async () => {
    const nowMs = ports.clock.now();
    if (counted === undefined || nowMs >= counted.untilMs + HOUR_MS || monthStart(nowMs) !== counted.startMs) {
      // Readers that do not wait for its end must not begin it again.
      counting ??= countSales(ports).finally(() => counting = undefined);
      counted = await counting;
    }
    return await ratiosSince(ports, counted);
  };
}

const COUNTERS = new WeakMap<Ports["db"], () => Promise<readonly DisputeRatio[]>>();

/** The ratios for the metrics, with one full count an hour for each database. */
export function currentDisputeRatios(ports: Ports): Promise<readonly DisputeRatio[]> {
  const read = COUNTERS.get(ports.db) ?? createDisputeRatios(ports);
  COUNTERS.set(ports.db, read);
  return read();
}

/**
 * A job that logs a warning for each network whose ratio reaches the threshold: once a month, by one server, even after
 * a restart.
 */
export function createRatioWarning(
  context: Pick<PaymentContext, "db" | "clock" | "log" | "settings">,
): (stopping?: AbortSignal) => Promise<void> {
  const read = createDisputeRatios({ ...context, clientIds: context.settings.clients.map(({ id }) => id) });
  const warned = new Set<string>();
  const warnAt = context.settings.disputeWarningRatio ?? DEFAULT_WARNING_RATIO;
  return async (stopping) => {
    const startMs = monthStart(context.clock.now());
    const month = new Date(startMs).toISOString().slice(0, 7);
    for (const { network, disputes, sales, ratio } of await read()) {
      if (stopping?.aborted === true) return;
      const name = `${month} ${network}`;
      if (disputes < MIN_DISPUTES || ratio < warnAt || warned.has(name)) continue;
      const isFirst = await advanceFeed(context, `dispute ratio ${network}`, startMs);
      // What this server has already looked up needs no statement on every run.
      warned.add(name);
      if (isFirst) {
        context.log.warn("dispute.ratio-high", { network, month, disputes, sales, ratio, threshold: warnAt });
      }
    }
  };
}
