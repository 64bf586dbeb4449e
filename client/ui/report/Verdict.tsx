/** The answer to the visitor's question: number, score, band and one sentence, in a card of the band's tint. */
import { t } from "../../i18n/t.ts";
import type { ReactNode } from "react";
import type { Score } from "../../../server/wire/members/report.ts";
import { BAND_WORDS } from "./bands.ts";
import { BandShape, ScoreGauge } from "./ScoreGauge.tsx";

export interface VerdictProps {
  /** International format; a screen that has the number above leaves it out. */
  readonly number?: string;
  readonly score: Pick<Score, "value" | "band">;
  /** Level of the number's heading. */
  readonly level?: 1 | 2;
  readonly headingId?: string;
  /** Below the sentence. */
  readonly children?: ReactNode;
}

export function Verdict({ number, score: { value, band }, level = 2, headingId, children }: VerdictProps) {
  const Heading = `h${level}` as const;
  const isScored = value !== null;
  return (
    <div className="verdict" data-band={band} data-testid="verdict">
      <ScoreGauge value={value} band={band} />
      <div className="verdict__words">
        {number !== undefined && <Heading id={headingId} className="numbers verdict__number">{number}</Heading>}
        <p className="verdict__band">
          <BandShape band={band} /> {isScored ? BAND_WORDS[band].name : t("Not a phone number")}
        </p>
        <p className="verdict__sentence">
          {isScored
            ? BAND_WORDS[band].sentence
            : t("This isn't a valid phone number in any country, so there's nothing to score.")}
        </p>
        {children}
      </div>
    </div>
  );
}
