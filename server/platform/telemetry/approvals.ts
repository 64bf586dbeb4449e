/** The share of approved authorizations of the last minutes: when it falls, an acquirer or a release is at fault. */

const WINDOW_MS = 15 * 60_000;
/** Below this many decisions, one card more or less means nothing. */
const FEWEST = 20;

export interface Decision {
  readonly atMs: number;
  readonly isApproved: boolean;
}

export interface Approvals {
  note(isApproved: boolean): void;
  /** Undefined below {@link FEWEST} decisions. */
  ratio(): number | undefined;
}

/** `decisions` holds those of the window, the oldest first, whether or not the ratio is read. */
export function createApprovals(now: () => number, decisions: Decision[] = []): Approvals {
  const dropOld = () => {
    const sinceMs = now() - WINDOW_MS;
    const kept = decisions.findIndex(({ atMs }) => atMs > sinceMs);
    decisions.splice(0, kept === -1 ? decisions.length : kept);
  };
  return {
    note(isApproved) {
      dropOld();
      decisions.push({ atMs: now(), isApproved });
    },
    ratio() {
      dropOld();
      if (decisions.length < FEWEST) return undefined;
      return decisions.filter(({ isApproved }) => isApproved).length / decisions.length;
    },
  };
}
