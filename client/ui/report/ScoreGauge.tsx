/** Half circle from 0 to 100 with a pointer, the number in its middle; readable as text and without colour. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { arcPath, GAUGE_SEGMENTS, pointerAngle } from "../../../server/wire/members/gauge_shape.ts";
import type { Band } from "../../../server/wire/members/report.ts";
import { useCountUp } from "../motion.ts";
import { BAND_WORDS } from "./bands.ts";

export interface ScoreGaugeProps {
  readonly value: number | null;
  readonly band: Band;
}

export function ScoreGauge({ value, band }: ScoreGaugeProps) {
  const words = value === null
    ? t("No score: this isn't a phone number")
    : t("Risk {value} out of 100, {band}", { value, band: BAND_WORDS[band].name });
  const shown = useCountUp(value ?? 0);
  const isScored = value !== null;
  return (
    <figure className="gauge">
      <svg viewBox="0 0 220 128" role="img" aria-label={words}>
        {GAUGE_SEGMENTS.map((part) => (
          <path
            key={part.band}
            d={arcPath(part.from + 0.8, part.to - 0.8)}
            className={part.band === band && isScored ? "gauge__arc gauge__arc--here" : "gauge__arc"}
            data-band={part.band}
          />
        ))}
        {isScored && (
          <path
            className="gauge__pointer"
            data-band={band}
            d="M110 32l8 14h-16z"
            transform={`rotate(${pointerAngle(shown)} 110 112)`}
          />
        )}
        <text className="gauge__end" x="18" y="127" textAnchor="middle">0</text>
        <text className="gauge__end" x="202" y="127" textAnchor="middle">100</text>
      </svg>
      <figcaption className="gauge__words" aria-hidden>
        {isScored ? rich("Risk {value} out of 100", { value: <b className="gauge__value">{shown}</b> }) : (
          <>
            <b className="gauge__value">–</b> {t("No score")}
          </>
        )}
      </figcaption>
    </figure>
  );
}
