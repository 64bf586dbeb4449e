/** The share of approved authorizations of the last minutes: when it falls, an acquirer or a release is at fault. */

const WINDOW_MS = 15 * 60_000;
/** Below this many decisions one card more or less says nothing. */
const FEWEST = 20;

interface Decision {
  readonly atMs: number;
  readonly isApproved: boolean;
}

export interface Approvals {
  note(isApproved: boolean): void;
  /** Undefined below {@link FEWEST} decisions. */
  ratio(): number | undefined;
}

export function createApprovals(now: () => number): Approvals {
  let decisions: Decision[] = [];
  return {
    note(isApproved) {
      decisions.push({ atMs: now(), isApproved });
    },
    ratio() {
      const sinceMs = now() - WINDOW_MS;
      decisions = decisions.filter(({ atMs }) => atMs > sinceMs);
      if (decisions.length < FEWEST) return undefined;
      return decisions.filter(({ isApproved }) => isApproved).length / decisions.length;
    },
  };
}
