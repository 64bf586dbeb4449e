/** Reads the member reports about a number by an indexed key: newest first, bounded. */
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import { NO_REPORTS, type ReportTally, tally } from "../scoring/report_weight.ts";

/** Only the newest five hundred reports count for the score. */
const MAX_REPORTS = 500;
/** A dispute counts for 30 days. Without an end, one member could halve what all others say for ever. */
const DISPUTE_MS = 30 * 86_400_000;
/** From then on a member's next dispute of the same number counts again; an earlier one keeps the first date. */
export const DISPUTE_AGAIN_MS = 365 * 86_400_000;
/** The reason of a withdrawn dispute, of which only the date is kept: a new one does not count again. */
export const WITHDRAWN = "withdrawn";

export function createReportReader(db: Db, clock: Clock): (e164: string) => Promise<ReportTally> {
  return async (e164) => {
    const rows = await db.selectFrom("members_number_reports").select(["reporter_id", "is_bad", "at_ms"])
      .where("e164", "=", e164).orderBy("at_ms", "desc").limit(MAX_REPORTS).execute();
    if (rows.length === 0) return NO_REPORTS;
    const reports = rows.map((row) => ({ reporterId: row.reporter_id, isBad: row.is_bad === 1, atMs: row.at_ms }));
    const nowMs = clock.now();
    return tally(reports, nowMs, { disputedMs: await newestDispute(db, e164, nowMs - DISPUTE_MS) });
  };
}

async function newestDispute(db: Db, e164: string, sinceMs: number): Promise<number | undefined> {
  const row = await db.selectFrom("members_disputes").select("at_ms").where("e164", "=", e164)
    .where("reason", "!=", WITHDRAWN).where("at_ms", ">", sinceMs).orderBy("at_ms", "desc").limit(1).executeTakeFirst();
  return row?.at_ms;
}
