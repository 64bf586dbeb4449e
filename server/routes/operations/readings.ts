/**
 * What the metrics read from the database and from files. Each part is read on its own: one that fails or is late leaves
 * only its own figures unknown.
 */
import type { Context } from "../../context.ts";
import { countDifferences } from "../../db/differences.ts";
import { identityKeyAgeMs, quartersBehind } from "../../embedded/identity/identity.ts";
import { currentDisputeRatios, disputeDeadlines, PAYMENT_QUEUES } from "../../embedded/payments/payments.ts";
import {
  countDisputesToAnswer,
  countOpenMoves,
  SUBSCRIPTION_QUEUES,
} from "../../embedded/subscriptions/subscriptions.ts";
import { emailQueue } from "../../outbox/queue.ts";
import { servesPayments } from "../../proxy/service_location.ts";
import { withDeadline } from "../../platform/deadline.ts";
import { type Figures, type GaugeName, one } from "../../platform/telemetry/gauges.ts";
import { type QueueRow, queueState } from "../../platform/telemetry/queue.ts";

/**
 * Prometheus waits ten seconds for its scrape by default, and its other figures matter most when the database is slow.
 */
const READINGS_LIMIT_MS = 3_000;
/** A slow query leaves the others a lane, and requests leave with most of the connections. */
const LANES = 2;

type Readings = Readonly<Record<string, () => Promise<Figures>>>;

interface Read {
  readonly measurement: string;
  readonly figures: Figures;
  /** Why there are no figures. */
  readonly error?: unknown;
}

const underWay = new WeakMap<Context, Promise<Figures>>();

/** Every reading, and which of them failed. Scrapes that arrive together share one. */
export function readFigures(context: Context): Promise<Figures> {
  const shared = underWay.get(context);
  if (shared !== undefined) return shared;
  const reading = readAll(context).finally(() => underWay.delete(context));
  underWay.set(context, reading);
  return reading;
}

async function readAll(context: Context): Promise<Figures> {
  const read = await inLanes(readingsOf(context));
  const failed = read.filter((each) => "error" in each);
  if (failed.length > 0) {
    const measurements = failed.map(({ measurement }) => measurement);
    context.log.warn("metrics.incomplete", { measurements, error: failed[0]?.error });
  }
  const incomplete = read.map((each) => ({ measurement: each.measurement, value: "error" in each ? 1 : 0 }));
  return joined([...read.map(({ figures }) => figures), { metrics_incomplete: incomplete }]);
}

async function inLanes(readings: Readings): Promise<readonly Read[]> {
  const untilMs = performance.now() + READINGS_LIMIT_MS;
  const late = () => new DOMException("The figures were not read in time", "TimeoutError");
  const waiting = Object.entries(readings).values();
  const lanes = Array.from({ length: LANES }, async () => {
    const done: Read[] = [];
    for (const [measurement, reading] of waiting) {
      try {
        const leftMs = untilMs - performance.now();
        if (leftMs <= 0) throw late();
        done.push({ measurement, figures: await withDeadline(reading(), leftMs, late) });
      } catch (error) {
        done.push({ measurement, figures: {}, error });
      }
    }
    return done;
  });
  return (await Promise.all(lanes)).flat();
}

/** Several parts may have values of the same gauge. */
function joined(parts: readonly Figures[]): Figures {
  const figures: Partial<Record<GaugeName, NonNullable<Figures[GaugeName]>>> = {};
  for (const part of parts) {
    for (const [name, values] of Object.entries(part) as [GaugeName, NonNullable<Figures[GaugeName]>][]) {
      figures[name] = [...figures[name] ?? [], ...values];
    }
  }
  return figures;
}

/** By the name that `metrics_incomplete` shows; the slowest last. */
function readingsOf(context: Context): Readings {
  const { db, clock, sender, config } = context;
  const queues: Readonly<Record<string, (db: Context["db"], nowMs: number) => Promise<QueueRow>>> = {
    ...(sender.hasTransport ? { emails: emailQueue } : {}),
    ...(servesPayments(config) ? PAYMENT_QUEUES : {}),
    ...SUBSCRIPTION_QUEUES,
  };
  const queueReadings = Object.entries(queues).map(([queue, read]) =>
    [queue, async () => {
      const nowMs = clock.now();
      const { depth, oldestAgeMs, overdueMs } = queueState(queue, await read(db, nowMs), nowMs);
      return {
        queue_depth: [{ queue, value: depth }],
        queue_oldest_age_seconds: [{ queue, value: oldestAgeMs / 1_000 }],
        queue_overdue_seconds: [{ queue, value: overdueMs / 1_000 }],
      };
    }] as const
  );
  return {
    ...Object.fromEntries(queueReadings),
    "money-moves": async () => ({ money_moves_refused: one(await countOpenMoves(db)) }),
    "money-differences": async () => ({ money_differences: one(await countDifferences(db)) }),
    // A real identity provider has keys of its own; those in the folder are then of an earlier trial.
    ...(config.identity.mode === "embedded"
      ? { "identity-keys": () => identityKeys(config.keysDir, clock.now()) }
      : {}),
    ...(servesPayments(config) ? ownDisputes(context) : {
      "disputes-to-answer": async () => ({ payments_disputes_to_answer: one(await countDisputesToAnswer(db)) }),
    }),
  };
}

/** Of the payments service that this server runs; another one tells neither deadlines nor sales. */
function ownDisputes({ db, clock, config }: Context): Readings {
  const merchants = { db, clock, clientIds: config.paymentsClients.map(({ id }) => id) };
  return {
    "dispute-deadlines": async () => {
      const { open, nearestMs } = await disputeDeadlines(merchants);
      return {
        payments_disputes_to_answer: one(open),
        payments_dispute_deadline_seconds: one(nearestMs === undefined ? undefined : nearestMs / 1_000),
      };
    },
    "dispute-ratios": async () => {
      const ratios = await currentDisputeRatios(merchants);
      return {
        payments_dispute_ratio: ratios.map(({ network, ratio: value }) => ({ network, value })),
        payments_dispute_warning_ratio: ratios.map(({ network }) => ({ network, value: config.disputeWarningRatio })),
        payments_disputes_this_month: ratios.map(({ network, disputes: value }) => ({ network, value })),
        payments_sales_this_month: ratios.map(({ network, sales: value }) => ({ network, value })),
      };
    },
  };
}

async function identityKeys(keysDir: string, nowMs: number): Promise<Figures> {
  const ageMs = await identityKeyAgeMs(keysDir, nowMs);
  return {
    identity_key_age_seconds: one(ageMs === undefined ? undefined : ageMs / 1_000),
    identity_key_quarters: one(await quartersBehind(keysDir, nowMs)),
  };
}
