/** Depth and age of a queue: of rows that wait in a table. */

export interface QueueState {
  readonly queue: string;
  readonly depth: number;
  /** Since the oldest entry was written; 0 for an empty queue. */
  readonly oldestAgeMs: number;
  /** How long ago the entry that is due the longest should have been done; 0 when none is due. */
  readonly overdueMs: number;
}

/** What a query of a queue answers; times are null for an empty one. */
export interface QueueRow {
  readonly depth: number | string | bigint;
  readonly oldestMs: number | string | null;
  readonly dueMs: number | string | null;
}

export function queueState(queue: string, { depth, oldestMs, dueMs }: QueueRow, nowMs: number): QueueState {
  const since = (ms: number | string | null) => ms === null ? 0 : Math.max(0, nowMs - Number(ms));
  return { queue, depth: Number(depth), oldestAgeMs: since(oldestMs), overdueMs: since(dueMs) };
}
