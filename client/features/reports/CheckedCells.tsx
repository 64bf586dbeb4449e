/** One entry of a list of look-ups: number and country, result, and date unless it stands above. */
import { t } from "../../i18n/t.ts";
import type { Checked } from "../../../server/wire/members/report.ts";
import { countryName } from "../../lib/format/countries.ts";
import { longDate } from "../../lib/format/dates.ts";
import { BAND_WORDS } from "../../ui/report/bands.ts";
import { MiniGauge } from "../../ui/report/MiniGauge.tsx";
import { Flag } from "../../ui/controls/Flag.tsx";

export function CheckedCells({ row, isDated = true }: { readonly row: Checked; readonly isDated?: boolean }) {
  return (
    <>
      <span className="rows__main">
        <span className="numbers">{row.number}</span>
        {row.country !== "" && (
          <span className="rows__place small muted">
            <Flag code={row.country} /> {countryName(row.country)}
          </span>
        )}
      </span>
      <span className="band-word" data-band={row.band}>
        <MiniGauge value={row.score} />
        {row.score === null ? t("No score") : `${row.score}, ${BAND_WORDS[row.band].within}`}
      </span>
      <span className="small muted">{isDated && longDate(row.at)}</span>
    </>
  );
}
