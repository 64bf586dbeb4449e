/** What stays in sight while the report scrolls: the number, the day of its check, and a link to each part. */
import { t } from "../../../i18n/t.ts";
import { checkDate } from "../../../lib/format/check_times.ts";

const PARTS = [
  { id: "report-overview", text: t("Overview") },
  { id: "report-advice", text: t("Advice") },
  { id: "report-why", text: t("Why") },
  { id: "report-unknowns", text: t("Unknowns") },
] as const;

/** `checkedAt` in ISO 8601. */
export function ReportBar({ number, checkedAt }: { readonly number: string; readonly checkedAt: string }) {
  return (
    <div className="report-bar" data-testid="report-bar">
      <div className="report-bar__sum">
        <h2 className="numbers report-bar__number">{number}</h2>
        <span className="small muted">{t("Checked on {date}", { date: checkDate(checkedAt) })}</span>
      </div>
      <nav aria-label={t("Parts of the report")}>
        <ul>
          {PARTS.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
