/** The member's checks of one number, newest first: how its score has changed. */
import { t } from "../../../i18n/t.ts";
import type { Checked } from "../../../../server/wire/members/report.ts";
import { longDate } from "../../../lib/format/dates.ts";
import { BAND_WORDS } from "../../../ui/report/bands.ts";
import { BandShape } from "../../../ui/report/ScoreGauge.tsx";

export type TimelineRow = Pick<Checked, "report_id" | "score" | "band" | "at">;

/** In any order: a report opened from the history can be older than the latest checks. */
export function CheckTimeline({ rows }: { readonly rows: readonly TimelineRow[] }) {
  const newestFirst = rows.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <section className="tile tile--wide" data-testid="timeline">
      <h3 className="tile__name">{t("Your checks of this number")}</h3>
      <ol className="timeline">
        {newestFirst.map(({ report_id, score, band, at }) => (
          <li key={report_id}>
            <BandShape band={band} />
            <span className="band-word" data-band={band}>
              {score === null ? t("No score") : `${score}, ${BAND_WORDS[band].within}`}
            </span>
            <time className="small muted" dateTime={at}>{longDate(at)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
