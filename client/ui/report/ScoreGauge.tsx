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
    : t("Risk {value} of 100, {band}", { value, band: BAND_WORDS[band].name });
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
        {isScored && (band === "none" ? <Tick /> : (
          <path
            className="gauge__pointer"
            data-band={band}
            d="M110 32l8 14h-16z"
            transform={`rotate(${pointerAngle(shown)} 110 112)`}
          />
        ))}
        <text className="gauge__end" x="18" y="127" textAnchor="middle">0</text>
        <text className="gauge__end" x="202" y="127" textAnchor="middle">100</text>
      </svg>
      <figcaption className="gauge__words" aria-hidden>
        {isScored ? rich("Risk {value} of 100", { value: <b className="gauge__value">{shown}</b> }) : (
          <>
            <b className="gauge__value">–</b> {t("No score")}
          </>
        )}
      </figcaption>
    </figure>
  );
}

/** In the lowest band nothing points at a risk: a check that found nothing. */
function Tick() {
  return (
    <g className="gauge__tick" data-band="none">
      <circle cx="110" cy="44" r="12" />
      <path d="M104.500 44.500l4 4 7-8" />
    </g>
  );
}

const SHAPES: Readonly<Record<Band, string>> = {
  none: "M8 2.500a5.500 5.500 0 110 11 5.500 5.500 0 010-11z",
  some: "M8 2.500a5.500 5.500 0 010 11zM8 2.500a5.500 5.500 0 100 11",
  caution: "M8 2l6 6-6 6-6-6z",
  suspicious: "M8 2.500l6.500 11h-13z",
  high: "M5.200 1.500h5.600l3.700 3.700v5.600l-3.700 3.700H5.200l-3.700-3.700V5.200z",
};

/** The shape of a band, so that colour is never the only sign. */
export function BandShape({ band }: { readonly band: Band }) {
  return (
    <svg className="band-shape" data-band={band} width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      <path d={SHAPES[band]} fill={band === "none" ? "none" : "currentColor"} stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
