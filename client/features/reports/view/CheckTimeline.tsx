/** The member's checks of one number, newest first: how its score has changed. The first check has no history yet. */
import { t } from "../../../i18n/t.ts";
import type { Checked } from "../../../../server/wire/members/report.ts";
import { checkDate } from "../../../lib/format/check_times.ts";
import { BAND_WORDS } from "../../../ui/report/bands.ts";
import { BandShape } from "../../../ui/pictures/BandShape.tsx";

export type TimelineRow = Pick<Checked, "report_id" | "score" | "band" | "at">;

/** In any order: a report opened from the history can be older than the latest checks. */
export function CheckTimeline({ rows }: { readonly rows: readonly TimelineRow[] }) {
  if (rows.length < 2) return null;
  const newestFirst = [...rows].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <section className="tile" data-testid="timeline">
      <h4 className="small">{t("Your checks of this number")}</h4>
      <ol className="timeline">
        {newestFirst.map(({ report_id, score, band, at }) => (
          <li key={report_id}>
            {score === null ? <span /> : <BandShape band={band} />}
            <span className="band-word" data-band={band}>
              {score === null ? t("No score") : `${score}, ${BAND_WORDS[band].within}`}
            </span>
            <time className="small muted" dateTime={at}>{checkDate(at)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
