/** A number of a list with its country, what else is known of it, and its score. */
import type { ReactNode } from "react";
import type { Checked } from "../../../server/wire/members/report.ts";
import { countryName } from "../../lib/format/countries.ts";
import { Flag } from "../controls/Flag.tsx";
import { ScoreMark } from "./ScoreMark.tsx";

export interface CheckedCellsProps {
  readonly row: Pick<Checked, "number" | "country" | "score" | "band">;
  /** In place of the country's name. */
  readonly place?: string;
  /** In the line of the country, or in its own where that is too narrow. */
  readonly note?: ReactNode;
}

export function CheckedCells(
  { row: { number, country, score, band }, place = countryName(country), note }: CheckedCellsProps,
) {
  return (
    <>
      <span className="rows__main">
        <span className="numbers">{number}</span>
        <span className="rows__place small muted">
          {place !== "" && (
            <span>
              {country !== "" && <Flag code={country} />} {place}
            </span>
          )}
          {note}
        </span>
      </span>
      <ScoreMark score={score} band={band} />
    </>
  );
}
