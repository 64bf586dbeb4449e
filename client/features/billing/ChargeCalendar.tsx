/** The upcoming charges of twelve months with their total, and a calendar file with them. */
import { t } from "../../i18n/t.ts";
import { useState } from "react";
import { plainDate } from "../../lib/format/dates.ts";
import { money } from "../../lib/format/money.ts";
import { saveFile } from "../../lib/browser/save_file.ts";
import { loadChunk } from "../../lib/load_chunk.ts";
import { reportUnexpected } from "../../lib/unexpected.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";
import type { UpcomingCharge } from "./calendar_file.ts";

/** Number shown before the list is expanded. */
const FIRST_SHOWN = 3;

export interface ChargeCalendarProps {
  readonly name: string;
  readonly charges: readonly UpcomingCharge[];
}

export function ChargeCalendar({ name, charges }: ChargeCalendarProps) {
  const total = charges.reduce((sum, { cents }) => sum + cents, 0);
  const [error, setError] = useState("");
  const save = () => {
    setError("");
    loadChunk(() => import("./calendar_file.ts")).then(({ calendarFile }) => {
      const text = calendarFile({ name, charges, sum: money, nowMs: Date.now() });
      saveFile(new Blob([text], { type: "text/calendar" }), "trustcheck-charges.ics");
    }).catch((reason: unknown) => {
      reportUnexpected(reason);
      setError(t("We couldn't download the file. Try again."));
    });
  };
  return (
    <div className="list">
      <Days charges={charges.slice(0, FIRST_SHOWN)} />
      {charges.length > FIRST_SHOWN && (
        <details>
          <summary className="line-row">
            <span>{t("All {count} charges", { count: charges.length })}</span>
            <Icon name="down" size={20} className="opens__mark" />
          </summary>
          <Days charges={charges.slice(FIRST_SHOWN)} />
        </details>
      )}
      <p className="charges__total numbers">
        <span>{t("Total over 12 months")}</span> <span className="money">{money(total)}</span>
      </p>
      <div className="line-row line-row--lead">
        <Icon name="calendar" />
        <Button kind="plain" onClick={save} testId="calendar-save">{t("Add to calendar")}</Button>
        <div className="line-row__more" aria-live="polite">
          {error !== "" && <p className="field__error">{error}</p>}
        </div>
      </div>
    </div>
  );
}

function Days({ charges }: { readonly charges: readonly UpcomingCharge[] }) {
  return (
    <ol className="charges numbers">
      {charges.map(({ at, cents }) => (
        <li key={at}>
          <span>{plainDate(at)}</span> <span className="money">{money(cents)}</span>
        </li>
      ))}
    </ol>
  );
}
