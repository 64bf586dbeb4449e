/**
 * Compares subscriptions' books, executions and the acquirer's ledger once an hour, on one server: whatever moved
 * lately, however old the charge. A server that has just started compares all that a restored backup could have lost.
 */
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import {
  type ComparedTime,
  type Difference,
  isSameSubject,
  listDifferences,
  removeDifference,
  type StoredDifference,
  storeDifferences,
} from "../db/differences.ts";
import type { Db } from "../db/open.ts";
import { createSharedLimits } from "../db/rate_limits.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far before the last comparison: an acquirer may report a move days later. */
const RECENT_MS = 3 * DAY_MS;
const AFTER_START_MS = 35 * DAY_MS;
/** What is younger may still be in progress. */
const YOUNG_MS = HOUR_MS / 4;
/** The pause after a failed run, such as while the payments service is away. */
const RETRY_MS = 60_000;
const LIMIT = { name: "compare money", points: 1, windowMs: HOUR_MS } as const;

type Compare = (time: ComparedTime) => Promise<readonly Difference[]>;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly comparisons: readonly Compare[];
}

/**
 * A job for every turn. It returns the number of differences, or undefined when it is not yet time, or when the server
 * stops: then the turn is another server's.
 */
export function createMoneyComparison(ports: Ports): (stopping?: AbortSignal) => Promise<number | undefined> {
  const { db, clock } = ports;
  const limits = createSharedLimits({ db, clock });
  let comparedMs: number | undefined;
  let retryMs = 0;
  return async (stopping) => {
    const nowMs = clock.now();
    if (nowMs < retryMs || await limits.waitMs(LIMIT, "all") > 0 || await limits.take(LIMIT, "all") > 0) {
      return undefined;
    }
    try {
      const fromMs = comparedMs === undefined ? nowMs - AFTER_START_MS : comparedMs - RECENT_MS;
      const count = await compareSince(ports, { nowMs, fromMs, stopping });
      comparedMs = nowMs;
      return count;
    } catch (error) {
      await limits.giveBack(LIMIT, "all");
      if (stopping?.aborted === true) return undefined;
      retryMs = nowMs + RETRY_MS;
      throw error;
    }
  };
}

interface Turn {
  readonly nowMs: number;
  readonly fromMs: number;
  readonly stopping: AbortSignal | undefined;
}

/** What moved since `fromMs`, and what differed before. Returns the number of differences. */
async function compareSince(ports: Ports, { nowMs, fromMs, stopping }: Turn): Promise<number> {
  const { db } = ports;
  const found = await compare(ports, { by: "move", fromMs, toMs: nowMs - YOUNG_MS, stopping });
  let count = found.length;
  // Differences found earlier are compared again until the books agree.
  for await (const known of knownDifferences(db)) {
    if (found.some((difference) => isSameSubject(difference, known))) continue;
    const still = await compare(ports, { by: "creation", fromMs: known.atMs, toMs: known.atMs + 1, stopping });
    if (still.some((difference) => isSameSubject(difference, known))) count += 1;
    else await removeDifference(db, known);
  }
  return count;
}

/** All of them, in pages. */
async function* knownDifferences(db: Db): AsyncGenerator<StoredDifference> {
  for (let page = await listDifferences(db); page.length > 0; page = await listDifferences(db, page.at(-1))) {
    yield* page;
  }
}

/** Stores what differs in this time and logs what was not known yet. */
async function compare({ db, clock, log, comparisons }: Ports, time: ComparedTime): Promise<readonly Difference[]> {
  const first = await runAll(comparisons, time);
  // A difference that two comparisons find is not a payment in progress.
  const again = first.length === 0 ? [] : await runAll(comparisons, time);
  const found = again.filter((difference) => first.some((other) => isSame(other, difference)));
  for (const difference of await storeDifferences(db, found, clock.now())) {
    log.error("money.difference", { ...difference });
  }
  return found;
}

async function runAll(comparisons: readonly Compare[], time: ComparedTime): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const each of comparisons) {
    found.push(...await each(time));
    // What was read only in part is no comparison.
    time.stopping?.throwIfAborted();
  }
  return found;
}

function isSame(a: Difference, b: Difference): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
