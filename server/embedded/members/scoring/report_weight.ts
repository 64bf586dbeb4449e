/** The weight of member reports: a lower confidence bound of the bad share, with newer reports counting more. */

/** Reports on one number: how many people, and their weights after ageing. */
export interface ReportTally {
  readonly reporters: number;
  readonly bad: number;
  /** Sum of the weights of all reports and of the bad ones; a new report weighs 1. */
  readonly weight: number;
  readonly badWeight: number;
  /** True while a dispute of any of them counts. */
  readonly isDisputed?: boolean;
}
export interface AgedReport {
  readonly reporterId: string;
  readonly isBad: boolean;
  readonly atMs: number;
}
export interface TallyOptions {
  /** Reports up to this time are disputed. */
  readonly disputedMs?: number | undefined;
}

export const NO_REPORTS: ReportTally = { reporters: 0, bad: 0, weight: 0, badWeight: 0 };
const HALF_LIFE_MS = 90 * 86_400_000;
/** Weight of a disputed report: half, so that a dispute by itself cancels no report. */
const DISPUTED_SHARE = 0.5;
const MIN_REPORTERS = 3;
const MAX_POINTS = 60;
/** Normal quantile of a 95 % interval. */
const Z = 1.96;

/** The newest report of each reporter counts. */
export function tally(
  reports: readonly AgedReport[],
  nowMs: number,
  { disputedMs = -Infinity }: TallyOptions = {},
): ReportTally {
  const newest = new Map<string, AgedReport>();
  for (const report of reports) {
    const known = newest.get(report.reporterId);
    if (known === undefined || known.atMs < report.atMs) newest.set(report.reporterId, report);
  }
  let { bad, weight, badWeight } = NO_REPORTS;
  let isDisputed = false;
  for (const report of newest.values()) {
    const isOlder = report.atMs <= disputedMs;
    isDisputed ||= isOlder;
    const own = (isOlder ? DISPUTED_SHARE : 1) * 0.5 ** (Math.max(0, nowMs - report.atMs) / HALF_LIFE_MS);
    weight += own;
    if (report.isBad) {
      bad += 1;
      badWeight += own;
    }
  }
  return { reporters: newest.size, bad, weight, badWeight, ...(isDisputed ? { isDisputed } : {}) };
}

/** Wilson's lower bound of the bad share times 60, rounded; 0 below three reporters. */
export function reportWeight({ reporters, weight, badWeight }: ReportTally): number {
  if (reporters < MIN_REPORTERS || weight <= 0) return 0;
  const share = badWeight / weight;
  const spread = Z * Math.sqrt((share * (1 - share) + Z ** 2 / (4 * weight)) / weight);
  const bound = (share + Z ** 2 / (2 * weight) - spread) / (1 + Z ** 2 / weight);
  return Math.round(Math.max(0, bound) * MAX_POINTS);
}
