/** The member's look-ups by pages and days; a press opens the stored report. A longer list can be filtered. */
import { t } from "../../i18n/t.ts";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Checked, History } from "../../../server/wire/members/report.ts";
import { failureSentence } from "../../api/failure.ts";
import { checkDay, checkTime } from "../../lib/format/check_times.ts";
import { paths } from "../../lib/browser/paths.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { QuietDrawing } from "../../ui/pictures/drawings.tsx";
import { EmptyState } from "../../ui/layout/EmptyState.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { focusRow } from "../../ui/rows/focus_row.ts";
import { NumberRow, reportTarget } from "../../ui/rows/NumberRow.tsx";
import { type HistoryFilter, HistoryFilters, isShown, NO_FILTER } from "./HistoryFilters.tsx";

export interface HistoryListProps {
  readonly title: string;
  readonly load: (before: string) => Promise<History>;
}
const TEXTS = {
  unanswered: t("Our server didn't respond. Your history is safe. Try again."),
  fallback: t("We can't show your history right now. Try again."),
};

/** A list this short is read at a glance. */
const HANDFUL = 5;

/** What the list showed at its last history entry, so that the way back from a report leads to the same rows. */
let kept = { key: "", filter: NO_FILTER, pages: 1 };

export function HistoryList({ title, load }: HistoryListProps) {
  const { key } = useLocation();
  const [{ filter, pages }, setPlace] = useState(kept.key === key ? kept : { filter: NO_FILTER, pages: 1 });
  useEffect(() => {
    kept = { key, filter, pages };
  }, [key, filter, pages]);
  const setFilter = (next: HistoryFilter) => setPlace((last) => ({ ...last, filter: next }));
  const [rows, setRows] = useState<readonly Checked[]>([]);
  const [next, setNext] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(true);
  const [error, setError] = useState("");
  const shown = rows.filter((row) => isShown(row, filter));
  const hasMore = next !== undefined && next !== "";
  const list = useRef<HTMLElement>(null);
  /** Where the rows begin that a press is to bring. */
  const awaited = useRef<number>(undefined);
  useEffect(() => {
    const { current: from } = awaited;
    if (from === undefined || isBusy) return;
    awaited.current = undefined;
    // A button that is still there keeps the focus.
    if (error === "" && document.activeElement === document.body) focusRow(list.current?.querySelectorAll("li")[from]);
  }, [rows, filter, isBusy, error]);
  const press = (act: () => void, from = shown.length) => {
    awaited.current = from;
    act();
  };
  const more = async (before: string, count = 1) => {
    setBusy(true);
    setError("");
    try {
      let from = before;
      for (let at = 0; at < count && (at === 0 || from !== ""); at++) {
        const page = await load(from);
        const isFirst = from === "";
        setRows((known) => isFirst ? page.rows : [...known, ...page.rows]);
        setNext(page.next);
        setPlace((last) => ({ ...last, pages: isFirst ? 1 : last.pages + 1 }));
        from = page.next;
      }
    } catch (reason) {
      setError(failureSentence(reason, TEXTS));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => void more("", pages), []);
  const isLoading = next === undefined && isBusy;
  return (
    <section ref={list} className="stack stack--24" data-testid="history">
      <div className="title-row">
        <h1>{title}</h1>
        {rows.length > 0 && <ButtonLink to={paths.webapp()}>{t("New check")}</ButtonLink>}
      </div>
      {isLoading && <Skeleton lines={6} label={t("Loading your history")} />}
      {next === "" && rows.length === 0 && <NoChecks />}
      {rows.length > HANDFUL && <HistoryFilters rows={rows} hasMore={hasMore} filter={filter} onChange={setFilter} />}
      {daysOf(shown, Date.now()).map(([day, checks]) => (
        <section key={day} className="stack stack--8">
          <h2 className="list-day">{day}</h2>
          <ul className="list">
            {checks.map((row) => (
              <NumberRow key={row.report_id} row={row} note={checkTime(row.at)} opens={reportTarget(row)} />
            ))}
          </ul>
        </section>
      ))}
      {rows.length > HANDFUL && (
        <div role="status" className={shown.length > 0 ? "visually-hidden" : undefined}>
          {shown.length === 0 && <NoMatch hasMore={hasMore} onClear={() => press(() => setFilter(NO_FILTER), 0)} />}
        </div>
      )}
      {error !== "" && (
        <Notice
          kind="error"
          live
          action={<Button onClick={() => press(() => void more(next ?? ""))}>{t("Try again")}</Button>}
        >
          <p>{error}</p>
        </Notice>
      )}
      {hasMore && error === "" && (
        <Button
          wide
          onClick={() => press(() => void more(next))}
          busy={isBusy ? t("Loading") : undefined}
        >
          {t("Show older")}
        </Button>
      )}
    </section>
  );
}

function NoChecks() {
  return (
    <EmptyState
      drawing={<QuietDrawing />}
      title={t("No checks yet")}
      action={<ButtonLink kind="primary" to={paths.webapp()}>{t("Check a number")}</ButtonLink>}
    >
      <p>{t("Every number you check is saved here, with its result on that day.")}</p>
    </EmptyState>
  );
}

interface NoMatchProps {
  /** There are older checks, which no filter has seen. */
  readonly hasMore: boolean;
  readonly onClear: () => void;
}

function NoMatch({ hasMore, onClear }: NoMatchProps) {
  return (
    <EmptyState
      drawing={<QuietDrawing />}
      title={t("No checks match")}
      action={<Button onClick={onClear}>{t("Show all checks")}</Button>}
    >
      <p>
        {hasMore
          ? t("No matches in the checks loaded so far. Show older ones to keep looking.")
          : t("Try other digits or another country.")}
      </p>
    </EmptyState>
  );
}

/** The rows come newest first, and so do their days. */
function daysOf(
  rows: readonly Checked[],
  nowMs: number,
): readonly (readonly [day: string, checks: readonly Checked[]])[] {
  const days = new Map<string, Checked[]>();
  for (const row of rows) {
    const day = checkDay(row.at, nowMs);
    days.set(day, [...days.get(day) ?? [], row]);
  }
  return [...days];
}
