/** One number of a list: its score, where it is from, what else is known of it. The whole row opens what it leads to. */
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { t } from "../../i18n/t.ts";
import type { Checked } from "../../../server/wire/members/report.ts";
import { cx } from "../../lib/format/class_names.ts";
import { countryName } from "../../lib/format/countries.ts";
import { checkDate } from "../../lib/format/check_times.ts";
import { phoneText } from "../../lib/phone/phone_text.ts";
import { paths } from "../../lib/browser/paths.ts";
import { Flag } from "../controls/Flag.tsx";
import { Icon } from "../pictures/Icon.tsx";
import { BAND_WORDS } from "../report/bands.ts";
import { ScoreRing } from "./ScoreRing.tsx";

export interface NumberRowProps {
  readonly row: Pick<Checked, "number" | "country" | "score" | "band">;
  /** In place of the score. */
  readonly lead?: ReactNode;
  /** In place of the name of its band. */
  readonly state?: ReactNode;
  /** In place of the country's name; empty where the flag alone shows it. */
  readonly place?: string;
  /** A date, a change: what else the row is read for. */
  readonly note?: ReactNode;
  readonly opens?: RowTarget | undefined;
  /** A control of the row at its end, in place of the chevron. */
  readonly control?: ReactNode;
  readonly testId?: string;
}

export interface RowTarget {
  readonly to: string;
  /** Says where it leads; contains the number. */
  readonly label: string;
  /** State of the link. */
  readonly state?: object;
}

export function NumberRow({ row, lead, state, place, note, opens, control, testId }: NumberRowProps) {
  const { country, score, band } = row;
  const number = phoneText(row.number);
  const where = place || countryName(country);
  return (
    <li
      className={cx("number-row", opens !== undefined && "opens", control !== undefined && "number-row--control")}
      data-testid={testId}
    >
      {lead ?? <ScoreRing score={score} band={band} />}
      <span className="number-row__title">
        {country !== "" && <Flag code={country} />}
        <span className="number-row__number numbers">
          {opens === undefined
            ? number
            : (
              <Link to={opens.to} className="opens__link" aria-label={opens.label} state={opens.state}>
                {number}
              </Link>
            )}
        </span>
      </span>
      {where !== "" && (
        <span
          className={place === ""
            ? "visually-hidden"
            : cx("number-row__place small muted", place === undefined && "number-row__place--country")}
        >
          {where}
        </span>
      )}
      <span className="number-row__end">
        {state ?? (score !== null && <b className="band-word" data-band={band}>{BAND_WORDS[band].name}</b>)}
        {note !== undefined && <span className="muted">{note}</span>}
      </span>
      {control ?? (opens !== undefined && <Icon name="chevron" size={20} className="opens__mark" />)}
    </li>
  );
}

/** The stored report of a row; `at` where a list has several reports of one number. */
export function reportTarget(
  { report_id, number, at }: Pick<Checked, "report_id" | "number"> & Partial<Pick<Checked, "at">>,
): RowTarget | undefined {
  if (report_id === "") return undefined;
  const named = phoneText(number);
  const label = at === undefined
    ? t("Open the report on {number}", { number: named })
    : t("Open the report on {number} from {date}", { number: named, date: checkDate(at) });
  return { to: paths.storedReport(report_id), label };
}
