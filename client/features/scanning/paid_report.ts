/** What the paid report holds beyond the free result for this very number, in true counts. */
import type { CheckResult } from "../../../server/wire/members.ts";

export interface PaidReport {
  readonly rows: readonly string[];
  /** True when a report would say nothing about this number that is not free already. */
  readonly addsNothing: boolean;
}

export function paidReport({ paid }: Pick<CheckResult, "paid">): PaidReport {
  const { unknowns, memberReports } = paid;
  const rows = [
    ...(unknowns > 0
      ? [`${count(unknowns, "gap")} we found in the data about it, each explained, and how sure the score is`]
      : []),
    ...(memberReports > 0 ? [`${count(memberReports, "report")} by members about it, with date and kind`] : []),
  ];
  return { rows, addsNothing: rows.length === 0 };
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
