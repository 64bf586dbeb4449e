/** What of the history is shown: a search by number or country, and a chip for each band that occurs. */
import { t } from "../../i18n/t.ts";
import { type Band, BANDS, type Checked } from "../../../server/wire/members/report.ts";
import { countryName } from "../../lib/format/countries.ts";
import { digitsOf } from "../../lib/phone/find_numbers.ts";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { BAND_WORDS } from "../../ui/report/bands.ts";

export interface HistoryFilter {
  /** Digits of a number, or part of a country's name. */
  readonly text: string;
  /** Undefined for all of them. */
  readonly band: Band | undefined;
}
export const NO_FILTER: HistoryFilter = { text: "", band: undefined };

export function isShown({ number, country, band }: Checked, filter: HistoryFilter): boolean {
  if (filter.band !== undefined && filter.band !== band) return false;
  const wanted = filter.text.trim().toLowerCase();
  // Numbers are shown without the zeros that are dialed before them.
  const digits = digitsOf(wanted).replace(/^0+(?=[1-9])/, "");
  if (digits !== "") return digitsOf(number).includes(digits);
  return countryName(country).toLowerCase().includes(wanted);
}

export interface HistoryFiltersProps {
  readonly rows: readonly Checked[];
  /** There are older checks, which no chip counts. */
  readonly hasMore: boolean;
  readonly filter: HistoryFilter;
  readonly onChange: (filter: HistoryFilter) => void;
}

export function HistoryFilters({ rows, hasMore, filter, onChange }: HistoryFiltersProps) {
  const bands = [...BANDS].reverse().filter((band) => rows.some((row) => row.band === band));
  const countOf = (band: Band | undefined) => rows.filter((row) => band === undefined || row.band === band).length;
  const label = t("Search by number or country");
  return (
    <div className="filters">
      <label className="search">
        <Icon name="search" size={20} />
        <span className="visually-hidden">{label}</span>
        <input
          type="search"
          className="input"
          placeholder={label}
          value={filter.text}
          onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
          data-testid="history-search"
        />
      </label>
      {bands.length > 1 && (
        <div className="chips" role="group" aria-label={t("Result")}>
          {[undefined, ...bands].map((band) => (
            <button
              key={band ?? "all"}
              type="button"
              className="chip"
              aria-pressed={filter.band === band}
              onClick={() => onChange({ ...filter, band })}
              data-testid={`history-${band ?? "all"}`}
            >
              {band === undefined ? t("All") : BAND_WORDS[band].name}
              {!hasMore && <span className="chip__count">{countOf(band)}</span>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
