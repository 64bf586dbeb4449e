/**
 * Deletes rows past their retention period, hourly and in batches, by two tables of kinds. The payments service deletes
 * its own rows (`server/embedded/payments/due_work.ts`).
 */
import type { DeleteResult } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../db/open.ts";
import { emptyLog } from "../../db/empty_log.ts";
import { DAY_MS } from "../../wire/billing/schedule.ts";
import { BATCH, EXPIRING_ROWS, type RetentionPeriods } from "./expiring_rows.ts";
import { type DeletedOfPage, type Place, ROWS_OF_PLANS } from "./plan_rows.ts";

const HOUR_MS = 3_600_000;
/** Between two pages of a walk, in which buyers go first. */
const PAUSE_MS = 20;
const RETRY_MS = 60_000;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly keeping: RetentionPeriods;
}

/**
 * A job that runs hourly, and at its next turn while more than one batch is left; rows of plans that may still run are
 * read once a day. A kind that fails does not stop the others, and all are tried again after a minute.
 */
export function createDataRetention({ db, clock, keeping: periods }: Ports) {
  let nextMs = 0;
  let nextWalkMs = 0;
  return async (stopping?: AbortSignal): Promise<number> => {
    const nowMs = clock.now();
    if (nowMs < nextMs) return 0;
    let forgotten = 0;
    let hasMore = false;
    const failed = new Map<string, unknown>();
    const attempt = async (kind: string, forget: () => Promise<number>) => {
      if (stopping?.aborted) return 0;
      try {
        const count = await forget();
        forgotten += count;
        return count;
      } catch (error) {
        failed.set(kind, error);
        return 0;
      }
    };
    for (const [kind, forget] of Object.entries(EXPIRING_ROWS)) {
      const count = await attempt(kind, async () => countOf(await forget(db, nowMs, periods)));
      hasMore ||= count >= BATCH;
    }
    if (nowMs >= nextWalkMs) {
      for (const [kind, forgetPage] of Object.entries(ROWS_OF_PLANS)) {
        await attempt(kind, () => walk(stopping, (after) => forgetPage(db, nowMs, after)));
      }
      if (failed.size === 0) nextWalkMs = nowMs + DAY_MS;
    }
    await attempt("log of SQLite", async () => {
      await emptyLog(db);
      return 0;
    });
    nextMs = failed.size > 0 ? nowMs + RETRY_MS : hasMore ? 0 : nowMs + HOUR_MS;
    const [first] = failed;
    if (first !== undefined) throw new Error(`Not deleted: ${[...failed.keys()].join(", ")}`, { cause: first[1] });
    return forgotten;
  };
}

function countOf(results: readonly DeleteResult[]): number {
  return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}

async function walk(
  stopping: AbortSignal | undefined,
  forgetPage: (after: Place) => Promise<DeletedOfPage>,
): Promise<number> {
  let count = 0;
  for (let after: Place | undefined = { ms: 0, key: "" }; after !== undefined && stopping?.aborted !== true;) {
    const { deleted, last }: DeletedOfPage = await forgetPage(after);
    count += deleted;
    after = last;
    if (after !== undefined) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return count;
}
