/** Authorizations by day: how many issuers approved and declined, and why. */
import type { Db } from "../../../db/open.ts";
import { parseStatuses } from "../executions/executions.ts";

const DAY_MS = 86_400_000;
/** An authorization may end this long after its execution was opened. */
const LATE_MS = 7 * DAY_MS;

export interface DayApproval {
  readonly approval: { readonly approved: number; readonly declined: number };
  readonly declines: { readonly reason: string; readonly count: number }[];
}

/** One answer for each day, which begins at its time. */
export async function readApproval(
  db: Db,
  clients: readonly string[],
  dayMs: readonly number[],
): Promise<readonly DayApproval[]> {
  const fromMs = Math.min(...dayMs);
  const toMs = Math.max(...dayMs) + DAY_MS;
  const rows = await db.selectFrom("pay_executions").select("statuses").where("client_id", "in", clients)
    .where("created_ms", ">=", fromMs - LATE_MS).where("created_ms", "<", toMs).execute();
  const ends = rows.flatMap((row) =>
    parseStatuses(row).filter(({ code }) => code === "authorizeSuccessful" || code === "authorizeFailed")
  );
  return dayMs.map((startMs) => {
    const own = ends.filter(({ timeMs }) => timeMs >= startMs && timeMs < startMs + DAY_MS);
    const reasons = own.filter(({ code }) => code === "authorizeFailed").map(({ result }) => result ?? "");
    const declines = [...new Set(reasons)].map((reason) => ({
      reason,
      count: reasons.filter((each) => each === reason).length,
    })).toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
    return { approval: { approved: own.length - reasons.length, declined: reasons.length }, declines };
  });
}
