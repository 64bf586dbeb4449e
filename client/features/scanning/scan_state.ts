/** The running check: steps reported by the server, steps on screen, and the end. */
import { serviceText } from "../../lib/format/service_text.ts";
import { CHECK_STEPS, type CheckEvent, type CheckResult, type CheckStep } from "../../../server/wire/members/report.ts";

export interface DoneStep {
  readonly step: CheckStep;
  /** In the page's language. */
  readonly finding: string;
}

export interface ScanState {
  readonly reported: readonly DoneStep[];
  /** Number of reported steps on screen; rows follow each other at most 80 ms apart. */
  readonly shown: number;
  /** The visitor skipped: every row appears as soon as it is reported. */
  readonly isSkipped: boolean;
  readonly end:
    | { readonly kind: "running" }
    | { readonly kind: "done"; readonly result: CheckResult }
    | { readonly kind: "failed"; readonly text: string };
}

export type ScanEvent =
  | { readonly type: "stream_event"; readonly event: CheckEvent }
  | { readonly type: "stream_failed"; readonly text: string }
  | { readonly type: "row_due" }
  | { readonly type: "rows_skipped" }
  | { readonly type: "restarted" };

export const SCAN_START: ScanState = { reported: [], shown: 0, isSkipped: false, end: { kind: "running" } };

export function reduceScan(state: ScanState, event: ScanEvent): ScanState {
  switch (event.type) {
    case "stream_event":
      return applyEvent(state, event.event);
    case "stream_failed":
      return state.end.kind === "running" ? { ...state, end: { kind: "failed", text: event.text } } : state;
    case "row_due":
      return state.shown < state.reported.length ? { ...state, shown: state.shown + 1 } : state;
    case "rows_skipped":
      return { ...state, shown: state.reported.length, isSkipped: true };
    case "restarted":
      return { ...SCAN_START, isSkipped: state.isSkipped };
  }
}

function applyEvent(state: ScanState, event: CheckEvent): ScanState {
  switch (event.type) {
    case "step": {
      const { step, finding } = event;
      const reported = [...state.reported, { step, finding: serviceText(event, finding) }];
      return { ...state, reported, shown: state.isSkipped ? reported.length : state.shown };
    }
    case "done":
      return { ...state, end: { kind: "done", result: event.result } };
    case "failed":
      return { ...state, end: { kind: "failed", text: serviceText(event, event.error) } };
  }
}

/** The result, once every reported row is on screen. */
export function finishedResult(state: ScanState): CheckResult | undefined {
  return state.end.kind === "done" && state.shown >= state.reported.length ? state.end.result : undefined;
}

/** Rows of the list: those shown, the running one, those still to come. */
export function scanRows(
  state: ScanState,
): readonly { readonly step: CheckStep; readonly done?: DoneStep; readonly isNext: boolean }[] {
  const shown = state.reported.slice(0, state.shown);
  let isNextFound = state.end.kind === "failed";
  return CHECK_STEPS.map((step) => {
    const done = shown.find((row) => row.step === step);
    if (done !== undefined) return { step, done, isNext: false };
    const isNext = !isNextFound;
    isNextFound = true;
    return { step, isNext };
  });
}
