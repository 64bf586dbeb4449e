/** What stays in sight while the report scrolls: the number, the day of its check, and a link to each part. */
import { t } from "../../../i18n/t.ts";
import { useEffect, useState } from "react";
import { checkDate } from "../../../lib/format/check_times.ts";

/** In the order of the page. All five fit the narrowest phone. */
const PARTS = [
  { id: "report-advice", text: t("What to do") },
  { id: "report-facts", text: t("Facts") },
  { id: "report-why", text: t("Why") },
  { id: "report-unknowns", text: t("Unknowns") },
  { id: "report-members", text: t("Reports") },
] as const;

/** `checkedAt` in ISO 8601. */
export function ReportBar({ number, checkedAt }: { readonly number: string; readonly checkedAt: string }) {
  const current = useCurrentPart();
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
              <a href={`#${id}`} aria-current={id === current ? "location" : undefined}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** The last part that has reached the upper third of the window. */
function useCurrentPart(): string {
  const [current, setCurrent] = useState<string>(PARTS[0].id);
  useEffect(() => {
    const read = () => {
      const isReached = ({ id }: typeof PARTS[number]) =>
        (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= innerHeight / 3;
      setCurrent((PARTS.findLast(isReached) ?? PARTS[0]).id);
    };
    addEventListener("scroll", read, { passive: true });
    return () => removeEventListener("scroll", read);
  }, []);
  return current;
}
