/**
 * Keeps the free result in the history entry of the page, so that a reload and the browser's back button show it again;
 * nothing is written to storage. A result of another version of the app is not shown, since its shape may differ.
 */
import { useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { CheckResult } from "../../../server/wire/members/report.ts";
import { slots, type ValidatorData } from "../../lib/storage/storage_keys.ts";
import { setNumber } from "../../lib/storage/validator_store.ts";
import { site } from "../../lib/browser/site.ts";

/** A result and what the visitor had typed to get it. */
export interface Checked {
  readonly number: ValidatorData;
  readonly result: CheckResult;
}

interface Kept extends Checked {
  readonly version: string;
}

export interface KeptResult {
  readonly checked: Checked | undefined;
  /** Whether the number was checked on this visit of the page. */
  readonly isNew: boolean;
  readonly keep: (checked: Checked) => void;
  readonly forget: () => void;
}

export function useKeptResult(): KeptResult {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const isNew = useRef(false);
  const write = (kept: Kept | null) => void navigate({ search }, { replace: true, state: kept });
  return {
    checked: checkedIn(state),
    isNew: isNew.current,
    keep: (checked) => {
      isNew.current = true;
      setNumber(checked.number);
      write({ version: site().builtAt, ...checked });
    },
    forget: () => write(null),
  };
}

function checkedIn(state: unknown): Checked | undefined {
  if (typeof state !== "object" || state === null || !("version" in state) || !("number" in state)) return undefined;
  // A sign-out forgets the tab's number, and what was checked before it.
  return state.version === site().builtAt && slots.tabNumber.read() !== null ? state as Kept : undefined;
}
