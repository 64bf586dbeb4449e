/**
 * Keeps the free result in the history entry of the page, so that a reload and the browser's back button show it again;
 * nothing is written to storage. A result of another version of the app is not shown, since its shape may differ.
 */
import { useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { CheckResult } from "../../../server/wire/members/report.ts";
import { site } from "../../lib/browser/site.ts";

interface Kept {
  readonly version: string;
  readonly result: CheckResult;
}

export interface KeptResult {
  readonly result: CheckResult | undefined;
  /** Whether the number was checked on this visit of the page. */
  readonly isNew: boolean;
  readonly keep: (result: CheckResult) => void;
  readonly forget: () => void;
}

export function useKeptResult(): KeptResult {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const isNew = useRef(false);
  const write = (kept: Kept | null) => void navigate({ search }, { replace: true, state: kept });
  return {
    result: resultIn(state),
    isNew: isNew.current,
    keep: (result) => {
      isNew.current = true;
      write({ version: site().builtAt, result });
    },
    forget: () => write(null),
  };
}

function resultIn(state: unknown): CheckResult | undefined {
  if (typeof state !== "object" || state === null || !("version" in state) || !("result" in state)) return undefined;
  return state.version === site().builtAt ? (state as Kept).result : undefined;
}
