/**
 * Compares subscriptions' books, executions and the acquirer's ledger once an hour, on one server. A server that has just
 * started compares all that a restored backup could have lost.
 */
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { type ComparedTime, type Difference, listDifferences, storeDifferences } from "../db/differences.ts";
import type { Db } from "../db/open.ts";
import { createSharedLimits } from "../db/rate_limits.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What may change after this time is a refund, which the next start compares. */
const RECENT_MS = 3 * DAY_MS;
const AFTER_START_MS = 35 * DAY_MS;
/** What is younger may still be in progress. */
const YOUNG_MS = HOUR_MS / 4;
const LIMIT = { name: "compare money", points: 1, windowMs: HOUR_MS } as const;

type Compare = (time: ComparedTime) => Promise<readonly Difference[]>;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly comparisons: readonly Compare[];
}

/** A job for every turn. It answers the number of differences, and undefined when it is not yet time. */
export function createMoneyComparison(ports: Ports): () => Promise<number | undefined> {
  const { db, clock } = ports;
  const limits = createSharedLimits({ db, clock });
  let backMs = AFTER_START_MS;
  return async () => {
    const nowMs = clock.now();
    if (await limits.waitMs(LIMIT, "all") > 0 || await limits.take(LIMIT, "all") > 0) return undefined;
    const recent = { fromMs: nowMs - backMs, toMs: nowMs - YOUNG_MS };
    // Differences found earlier are compared again until the books agree.
    const older = (await listDifferences(db)).filter(({ atMs }) => atMs < recent.fromMs)
      .map(({ atMs }) => ({ fromMs: atMs, toMs: atMs + 1 }));
    let count = 0;
    for (const time of [recent, ...older]) count += await compare(ports, time, nowMs);
    backMs = RECENT_MS;
    return count;
  };
}

async function compare({ db, log, comparisons }: Ports, time: ComparedTime, nowMs: number): Promise<number> {
  const first = await runAll(comparisons, time);
  // What two comparisons find alike is no payment in progress.
  const again = first.length === 0 ? [] : await runAll(comparisons, time);
  const found = again.filter((difference) => first.some((other) => isSame(other, difference)));
  for (const difference of await storeDifferences(db, { ...time, nowMs, found })) {
    log.error("money.difference", { ...difference });
  }
  return found.length;
}

async function runAll(comparisons: readonly Compare[], time: ComparedTime): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const each of comparisons) found.push(...await each(time));
  return found;
}

function isSame(a: Difference, b: Difference): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
