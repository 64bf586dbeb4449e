/** The answer to the visitor's question, in a card of the band's tint: what to do, then number, band and what it means. */
import type { ReactNode } from "react";
import type { Score } from "../../../server/wire/members/report.ts";
import { BandShape } from "../pictures/BandShape.tsx";
import { ScoreGauge } from "./ScoreGauge.tsx";
import { verdictWords } from "./verdict_words.ts";

export interface VerdictProps {
  /** International format; a screen that has the number above leaves it out. */
  readonly number?: string;
  readonly score: Pick<Score, "value" | "band">;
  /** Level of the headline. */
  readonly level?: 1 | 2 | 3;
  readonly headingId?: string;
  /** Below the sentence. */
  readonly children?: ReactNode;
}

export function Verdict({ number, score, level = 2, headingId, children }: VerdictProps) {
  const Heading = `h${level}` as const;
  const { name, headline, sentence } = verdictWords(score);
  return (
    <div className="verdict" data-band={score.band} data-testid="verdict">
      <ScoreGauge value={score.value} band={score.band} />
      <div className="verdict__words">
        <Heading id={headingId} className="verdict__headline">{headline}</Heading>
        <p className="verdict__about">
          {number !== undefined && <span className="numbers verdict__number">{number}</span>}
          <span className="band-word">
            {score.value !== null && <BandShape band={score.band} />} {name}
          </span>
        </p>
        <p className="verdict__sentence">{sentence}</p>
        {children}
      </div>
    </div>
  );
}
