/** The member's look-ups by pages and days; a press opens the stored report. A longer list can be searched. */
import { t } from "../../i18n/t.ts";
import { useEffect, useState } from "react";
import type { Checked, History } from "../../../server/wire/members/report.ts";
import { failureSentence } from "../../api/failure.ts";
import { countryName } from "../../lib/format/countries.ts";
import { digitsOf } from "../../lib/phone/find_numbers.ts";
import { dayText } from "../../lib/format/dates.ts";
import { paths } from "../../lib/browser/paths.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { ConsentRow } from "../../ui/controls/ConsentRow.tsx";
import { Field } from "../../ui/controls/Field.tsx";
import { QuietDrawing } from "../../ui/pictures/drawings.tsx";
import { EmptyState } from "../../ui/layout/EmptyState.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { NumberRow, reportTarget } from "../../ui/rows/NumberRow.tsx";

export interface HistoryListProps {
  readonly load: (before: string) => Promise<History>;
}
const TEXTS = {
  unanswered: t("Our server didn't respond. Your history is safe. Try again."),
  fallback: t("We can't show your history right now. Try again."),
};

/** A list this short is read at a glance. */
const HANDFUL = 5;

export function HistoryList({ load }: HistoryListProps) {
  const [rows, setRows] = useState<readonly Checked[]>([]);
  const [next, setNext] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(true);
  const [error, setError] = useState("");
  const [search, setSearch] = useState<HistorySearch>({ text: "", isHighOnly: false });
  const found = rows.filter((row) => isFound(row, search));
  const more = async (before: string) => {
    setBusy(true);
    setError("");
    try {
      const page = await load(before);
      setRows((known) => before === "" ? page.rows : [...known, ...page.rows]);
      setNext(page.next);
    } catch (reason) {
      setError(failureSentence(reason, TEXTS));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => void more(""), []);
  if (next === undefined && isBusy) return <Skeleton lines={6} label={t("Loading your history")} />;
  return (
    <section className="stack stack--16" data-testid="history">
      {rows.length === 0 && error === "" && (
        <EmptyState
          drawing={<QuietDrawing />}
          title={t("No checks yet")}
          action={<ButtonLink kind="primary" to={paths.webapp()}>{t("Check a number")}</ButtonLink>}
        >
          <p>{t("Every number you check is saved here, with its result on that day.")}</p>
        </EmptyState>
      )}
      {rows.length > HANDFUL && (
        <div className="filters">
          <Field
            label={t("Search by number or country")}
            type="search"
            value={search.text}
            onChange={(text) => setSearch({ ...search, text })}
            testId="history-search"
          />
          <ConsentRow
            checked={search.isHighOnly}
            onChange={(isHighOnly) => setSearch({ ...search, isHighOnly })}
            testId="history-high"
          >
            {t("High risk only")}
          </ConsentRow>
        </div>
      )}
      {rows.length > HANDFUL && <p className="muted" role="status">{found.length === 0 && t("No checks match.")}</p>}
      {daysOf(found, Date.now()).map(([day, checks]) => (
        <section key={day} className="stack stack--8">
          <h2 className="list-day">{day}</h2>
          <ul className="list">
            {checks.map((row) => <NumberRow key={row.report_id} row={row} opens={reportTarget(row)} />)}
          </ul>
        </section>
      ))}
      {rows.length > 0 && (next ?? "") === "" && (
        <div>
          <ButtonLink to={paths.webapp()}>{t("Check a number")}</ButtonLink>
        </div>
      )}
      {error !== "" && (
        <Notice
          kind="error"
          live
          action={<Button onClick={() => void more(next ?? "")}>{t("Try again")}</Button>}
        >
          <p>{error}</p>
        </Notice>
      )}
      {next !== undefined && next !== "" && error === "" && (
        <div>
          <Button onClick={() => void more(next)} busy={isBusy ? t("Loading") : undefined}>
            {t("Show older")}
          </Button>
        </div>
      )}
    </section>
  );
}

interface HistorySearch {
  /** Digits of a number, or part of a country's name. */
  readonly text: string;
  readonly isHighOnly: boolean;
}

function isFound({ number, country, band }: Checked, { text, isHighOnly }: HistorySearch): boolean {
  if (isHighOnly && band !== "high") return false;
  const wanted = text.trim().toLowerCase();
  const digits = digitsOf(wanted);
  if (digits !== "") return digitsOf(number).includes(digits);
  return countryName(country).toLowerCase().includes(wanted);
}

/** The rows come newest first, and so do their days. */
function daysOf(
  rows: readonly Checked[],
  nowMs: number,
): readonly (readonly [day: string, checks: readonly Checked[]])[] {
  const days = new Map<string, Checked[]>();
  for (const row of rows) {
    const day = dayText(row.at, nowMs);
    days.set(day, [...days.get(day) ?? [], row]);
  }
  return [...days];
}
