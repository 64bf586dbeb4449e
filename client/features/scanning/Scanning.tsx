/** The scanning step: rows as the server reports them; it ends by itself. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { type RefObject, useEffect, useReducer, useRef, useState } from "react";
import { CHECK_STEPS, type CheckEvent, type CheckResult, type CheckStep } from "../../../server/wire/members/report.ts";
import { ROOM_FOR_NUMBER } from "../../lib/hydration/use_known.ts";
import { Button } from "../../ui/controls/Button.tsx";
import type { PictureName } from "../../drawings/pictures.ts";
import { Notice } from "../../ui/layout/Notice.tsx";
import { StepBars } from "../../ui/layout/StepBars.tsx";
import { ScanSteps } from "../../ui/report/ScanSteps.tsx";
import { ROW_INTERVAL_MS } from "./constants.ts";
import { runScan } from "./scan.ts";
import { finishedResult, reduceScan, SCAN_START, scanRows, type ScanState } from "./scan_state.ts";

const STEPS: Readonly<Record<CheckStep, { readonly title: string; readonly picture: PictureName }>> = {
  read: { title: t("Number"), picture: "scan-read" },
  validity: { title: t("Status"), picture: "scan-validity" },
  line: { title: t("Line type"), picture: "scan-line" },
  place: { title: t("Location"), picture: "scan-place" },
  carrier: { title: t("Carrier"), picture: "scan-carrier" },
  reports: { title: t("Member reports"), picture: "scan-reports" },
  score: { title: t("Score"), picture: "scan-score" },
};

export interface ScanningProps {
  readonly number: string;
  readonly check: (signal: AbortSignal) => AsyncIterable<CheckEvent>;
  readonly onDone: (result: CheckResult) => void;
  readonly onFailed: (text: string) => void;
  readonly onOtherNumber: () => void;
}

export function Scanning({ number, check, onDone, onFailed, onOtherNumber }: ScanningProps) {
  const [state, dispatch] = useReducer(reduceScan, SCAN_START, (start) => ({ ...start, isSkipped: wantsStillness() }));
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const stop = new AbortController();
    void runScan({ check, dispatch }, stop.signal);
    return () => stop.abort();
  }, [attempt]);
  useEffect(() => {
    if (state.shown >= state.reported.length) return;
    const timer = setTimeout(() => dispatch({ type: "row_due" }), ROW_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [state.shown, state.reported.length]);
  const result = finishedResult(state);
  useEffect(() => {
    if (result !== undefined) onDone(result);
  }, [result]);
  const failure = state.end.kind === "failed" ? state.end.text : undefined;
  useEffect(() => {
    if (failure !== undefined) onFailed(failure);
  }, [failure]);
  const heading = useRef<HTMLHeadingElement>(null);
  /** For a button that is gone after its press. */
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const retry = () => {
    dispatch({ type: "restarted" });
    setAttempt(attempt + 1);
    focusHeading();
  };
  const skip = () => {
    dispatch({ type: "rows_skipped" });
    focusHeading();
  };
  return (
    <div className="scanning stack stack--24">
      <ScanProgress number={number} state={state} heading={heading} />
      <p className="visually-hidden" role="status">{lastFinding(state)}</p>
      {failure === undefined && !state.isSkipped && <SkipRows onClick={skip} />}
      {failure !== undefined && <Failure text={failure} onRetry={retry} onOther={onOtherNumber} />}
    </div>
  );
}

/** The screen as the server sends it: the app runs the check. */
export function SentScanning() {
  return (
    <div className="scanning stack stack--24">
      <ScanProgress number={ROOM_FOR_NUMBER} state={SCAN_START} />
      <SkipRows onClick={notYet} />
    </div>
  );
}

/** The press is kept until the app runs (lib/hydration/). */
function notYet(): void {}

interface ProgressProps {
  readonly number: string;
  readonly state: ScanState;
  readonly heading?: RefObject<HTMLHeadingElement | null>;
}

/** A count and bars, since an arc with a number looks like a score. */
function ScanProgress({ number, state, heading }: ProgressProps) {
  const { length: total } = CHECK_STEPS;
  return (
    <>
      <StepBars done={state.shown} total={total}>
        {t("{done} of {total} checks done", { done: state.shown, total })}
      </StepBars>
      <div className="stack stack--8">
        <h1 ref={heading} tabIndex={-1}>
          {rich("Checking {number}", { number: <span className="numbers scanning__number">{number}</span> })}
        </h1>
        <p className="muted">{t("We're looking it up in public numbering data and member reports.")}</p>
      </div>
      <ScanSteps label={t("Progress of your check")} steps={rowsOf(state)} />
    </>
  );
}

function SkipRows({ onClick }: { readonly onClick: () => void }) {
  return (
    <div>
      <Button kind="plain" onClick={onClick} testId="scan-skip">{t("Skip animation")}</Button>
    </div>
  );
}

/** Rows that appear one after another count as motion too. */
function wantsStillness(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}

function rowsOf(state: ScanState) {
  return scanRows(state).map(({ step, done, isNext }) => ({
    key: step,
    ...STEPS[step],
    state: done !== undefined ? "done" as const : isNext ? "running" as const : "waiting" as const,
    finding: done?.finding ?? "",
  }));
}

function lastFinding(state: ScanState): string {
  const last = state.reported[state.shown - 1];
  return last === undefined ? "" : `${STEPS[last.step].title}: ${last.finding}`;
}

interface FailureProps {
  readonly text: string;
  readonly onRetry: () => void;
  readonly onOther: () => void;
}

function Failure({ text, onRetry, onOther }: FailureProps) {
  return (
    <Notice
      kind="error"
      live
      testId="scan-error"
      action={
        <div className="row">
          <Button kind="primary" onClick={onRetry}>{t("Try again")}</Button>
          <Button onClick={onOther}>{t("Change number")}</Button>
        </div>
      }
    >
      <p>{text}</p>
    </Notice>
  );
}
