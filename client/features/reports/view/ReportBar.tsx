/** The summary that stays in sight while the report scrolls: number, score, and a link to each part. */
import { t } from "../../../i18n/t.ts";
import type { Score } from "../../../../server/wire/members/report.ts";
import { BAND_WORDS } from "../../../ui/report/bands.ts";
import { BandShape } from "../../../ui/report/ScoreGauge.tsx";

const PARTS = [
  { id: "report-overview", text: t("Overview") },
  { id: "report-why", text: t("Why") },
  { id: "report-advice", text: t("Advice") },
  { id: "report-unknowns", text: t("Unknowns") },
] as const;

export function ReportBar({ number, score: { value, band } }: { readonly number: string; readonly score: Score }) {
  return (
    <div className="report-bar" data-testid="report-bar">
      <div className="report-bar__sum" data-band={band}>
        <h2 className="numbers report-bar__number">{number}</h2>
        <span className="score-chip numbers">
          <BandShape band={band} /> {value === null ? t("No score") : `${value} · ${BAND_WORDS[band].name}`}
        </span>
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
