/** The state of a bulk check: rows arrive one by one, and stay on screen when it ends or fails. */
import type { BatchRow } from "../../../server/wire/members/batch.ts";

export interface BulkCheckState {
  readonly isBusy: boolean;
  readonly error: string;
  /** Numbers were left out because the packs are used up. */
  readonly needsCredits: boolean;
  readonly rows: readonly BatchRow[];
  readonly of: number;
  /** Set when the list is complete and can be saved as a file. */
  readonly finished: { readonly batchId: string; readonly spent: number; readonly credits: number } | undefined;
}
export const BULK_CHECK_START: BulkCheckState = {
  isBusy: false,
  error: "",
  needsCredits: false,
  rows: [],
  of: 0,
  finished: undefined,
};

export type BulkCheckEvent =
  /** The error says why the file can't be used; empty for one that can. */
  | { readonly type: "file_chosen"; readonly error: string }
  | { readonly type: "sent" }
  | { readonly type: "row_came"; readonly row: BatchRow; readonly of: number }
  | { readonly type: "finished"; readonly batchId: string; readonly spent: number; readonly credits: number }
  | { readonly type: "failed"; readonly error: string; readonly needsCredits?: boolean };

export function bulkCheckReducer(state: BulkCheckState, event: BulkCheckEvent): BulkCheckState {
  switch (event.type) {
    case "file_chosen":
      return { ...state, error: event.error };
    case "sent":
      return { ...BULK_CHECK_START, isBusy: true };
    case "row_came":
      return { ...state, rows: [...state.rows, event.row], of: event.of };
    case "finished": {
      const { batchId, spent, credits } = event;
      const needsCredits = state.rows.some((row) => row.state === "no_credit");
      return { ...state, isBusy: false, needsCredits, finished: { batchId, spent, credits } };
    }
    case "failed":
      return { ...state, isBusy: false, error: event.error, needsCredits: event.needsCredits === true };
  }
}
