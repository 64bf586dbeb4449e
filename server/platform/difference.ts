/** A difference between two records of the same money, for an operator to resolve. */

export interface Sums {
  readonly capturedMinor: number;
  readonly refundedMinor: number;
  /** Authorized, and neither captured nor voided. */
  readonly heldMinor: number;
}

export interface Difference {
  /** `books`: what the subscriptions service recorded, against executions. `ledger`: executions, against the acquirer. */
  readonly between: "books" | "ledger";
  /** The execution, or the acquirer's key of a charge that no execution names. */
  readonly subject: string;
  /** When the subject was created: a comparison of this millisecond finds it again. */
  readonly atMs: number;
  readonly expected: Sums;
  readonly found: Sums;
}

/** What is compared: what was created from the first time up to, but not including, the last. */
export interface ComparedTime {
  readonly fromMs: number;
  readonly toMs: number;
}

export const NO_SUMS: Sums = { capturedMinor: 0, refundedMinor: 0, heldMinor: 0 };

export function isSameSums(a: Sums, b: Sums): boolean {
  return a.capturedMinor === b.capturedMinor && a.refundedMinor === b.refundedMinor && a.heldMinor === b.heldMinor;
}
