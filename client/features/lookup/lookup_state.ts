/** The state of one look-up. The last report stays on screen while the next one loads. */
import type { Report } from "../../../server/wire/members/report.ts";

export interface LookupState {
  readonly isBusy: boolean;
  readonly error: string;
  /** The day's checks and the packs are used up: a pack would help. */
  readonly needsCredits: boolean;
  readonly report: Report | undefined;
}

export const LOOKUP_START: LookupState = { isBusy: false, error: "", needsCredits: false, report: undefined };

export type LookupEvent =
  | { readonly type: "asked" }
  | { readonly type: "answered"; readonly report: Report }
  | { readonly type: "failed"; readonly text: string; readonly needsCredits?: boolean };

export function lookupReducer(state: LookupState, event: LookupEvent): LookupState {
  switch (event.type) {
    case "asked":
      return { ...state, isBusy: true, error: "", needsCredits: false };
    case "answered":
      return { ...LOOKUP_START, report: event.report };
    case "failed":
      return { ...state, isBusy: false, error: event.text, needsCredits: event.needsCredits === true };
  }
}
