/** What a report lists as not checked; the free check promises as many. */
import type { Unknown } from "./report.ts";

const REPORTS = "reports";

/** All but what member reports lack: they have a part of their own. */
export function listedUnknowns(unknowns: readonly Unknown[]): readonly Unknown[] {
  return unknowns.filter(({ field }) => field !== REPORTS);
}

/** What is said beside the member reports. */
export function unknownOfReports(unknowns: readonly Unknown[]): Unknown | undefined {
  return unknowns.find(({ field }) => field === REPORTS);
}
