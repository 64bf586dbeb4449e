/** The member's checks of one number, newest first: how its score has changed. */
import { t } from "../../../i18n/t.ts";
import type { Checked } from "../../../../server/wire/members/report.ts";
import { longDate } from "../../../lib/format/dates.ts";
import { BAND_WORDS } from "../../../ui/report/bands.ts";
import { BandShape } from "../../../ui/report/ScoreGauge.tsx";

export type TimelineRow = Pick<Checked, "report_id" | "score" | "band" | "at">;

export function CheckTimeline({ rows }: { readonly rows: readonly TimelineRow[] }) {
  return (
    <section className="tile" data-testid="timeline">
      <h3 className="tile__name">{t("Your checks of this number")}</h3>
      <ol className="timeline">
        {rows.map(({ report_id, score, band, at }) => (
          <li key={report_id}>
            <BandShape band={band} />
            <span className="band-word" data-band={band}>
              {score === null ? t("no score") : `${score}, ${BAND_WORDS[band].within}`}
            </span>
            <time className="small muted" dateTime={at}>{longDate(at)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
