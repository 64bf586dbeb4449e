/** Half circle from 0 to 100 with needle and band name; readable as text and without colour. */
import { t } from "../../i18n/t.ts";
import type { Band } from "../../../server/wire/members/report.ts";
import { BAND_WORDS } from "./bands.ts";
import { arcPath, pointAt } from "./gauge_shape.ts";

const SEGMENTS: readonly { readonly band: Band; readonly from: number; readonly to: number }[] = [
  { band: "none", from: 0, to: 25 },
  { band: "some", from: 25, to: 50 },
  { band: "caution", from: 50, to: 75 },
  { band: "suspicious", from: 75, to: 85 },
  { band: "high", from: 85, to: 100 },
];

export function ScoreGauge({ value, band }: { readonly value: number | null; readonly band: Band }) {
  const words = value === null
    ? t("No score: this isn't a phone number")
    : t("{value} of 100, {band}", { value, band: BAND_WORDS[band].name });
  const tip = pointAt(value ?? 0, 72);
  return (
    <figure className="gauge" data-band={band}>
      <svg viewBox="0 0 220 128" role="img" aria-label={words}>
        {SEGMENTS.map((part) => (
          <path
            key={part.band}
            d={arcPath(part.from + 0.8, part.to - 0.8)}
            className={part.band === band && value !== null ? "gauge__arc gauge__arc--here" : "gauge__arc"}
            data-band={part.band}
            fill="none"
          />
        ))}
        {value !== null && (
          <>
            <line className="gauge__needle" x1="110" y1="112" x2={tip.x} y2={tip.y} />
            <circle className="gauge__hub" cx="110" cy="112" r="7" />
          </>
        )}
        <text className="gauge__end" x="16" y="127">0</text>
        <text className="gauge__end" x="204" y="127" textAnchor="end">100</text>
      </svg>
      <figcaption className="gauge__words" aria-hidden>
        <span className="gauge__value numbers">
          {value === null ? "–" : value} <small>{t("of 100")}</small>
        </span>
        <span className="gauge__band">
          <BandShape band={band} /> {value === null ? t("Not a phone number") : BAND_WORDS[band].name}
        </span>
      </figcaption>
    </figure>
  );
}

const SHAPES: Readonly<Record<Band, string>> = {
  none: "M8 2.500a5.500 5.500 0 110 11 5.500 5.500 0 010-11z",
  some: "M8 2.500a5.500 5.500 0 010 11zM8 2.500a5.500 5.500 0 100 11",
  caution: "M8 2l6 6-6 6-6-6z",
  suspicious: "M8 2.500l6.500 11h-13z",
  high: "M5.200 1.500h5.600l3.700 3.700v5.600l-3.700 3.700H5.200l-3.700-3.700V5.200z",
};

/** The shape that stands for a band, so that colour is never the only sign. */
export function BandShape({ band }: { readonly band: Band }) {
  return (
    <svg className="band-shape" data-band={band} width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      <path d={SHAPES[band]} fill={band === "none" ? "none" : "currentColor"} stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
