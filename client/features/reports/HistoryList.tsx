/** The member's look-ups by pages; a press opens the stored report. */
import { t } from "../../i18n/t.ts";
import { useEffect, useState } from "react";
import type { Checked, History } from "../../../server/wire/members/report.ts";
import { failureSentence } from "../../api/failure.ts";
import { longDate } from "../../lib/format/dates.ts";
import { paths } from "../../lib/browser/paths.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { QuietDrawing } from "../../ui/pictures/drawings.tsx";
import { EmptyState } from "../../ui/layout/EmptyState.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { CheckedCells } from "./CheckedCells.tsx";

export interface HistoryListProps {
  readonly load: (before: string) => Promise<History>;
  readonly onOpen: (reportId: string) => void;
}
const TEXTS = {
  unanswered: t("Our server didn't respond. Your history is safe. Try again."),
  fallback: t("We can't show your history right now. Try again."),
};

export function HistoryList({ load, onOpen }: HistoryListProps) {
  const [rows, setRows] = useState<readonly Checked[]>([]);
  const [next, setNext] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(true);
  const [error, setError] = useState("");
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
      <ul className="rows">
        {rows.map((row) => (
          <li key={row.report_id} className="rows__whole">
            <CheckedCells row={row} />
            <Button
              kind="plain"
              className="rows__open"
              label={t("Open the report on {number} from {date}", { number: row.number, date: longDate(row.at) })}
              onClick={() => onOpen(row.report_id)}
            >
              <Icon name="forward" size={20} />
            </Button>
          </li>
        ))}
      </ul>
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
