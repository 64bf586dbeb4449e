/** The shape of a band, so that colour is never the only sign. */
import type { Band } from "../../../server/wire/members/report.ts";

const SHAPES: Readonly<Record<Band, string>> = {
  none: "M8 2.500a5.500 5.500 0 110 11 5.500 5.500 0 010-11z",
  some: "M8 2.500a5.500 5.500 0 010 11zM8 2.500a5.500 5.500 0 100 11",
  caution: "M8 2l6 6-6 6-6-6z",
  suspicious: "M8 2.500l6.500 11h-13z",
  high: "M5.200 1.500h5.600l3.700 3.700v5.600l-3.700 3.700H5.200l-3.700-3.700V5.200z",
};

export function BandShape({ band }: { readonly band: Band }) {
  return (
    <svg className="band-shape" data-band={band} width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      <path d={SHAPES[band]} fill="currentColor" stroke="currentColor" strokeWidth="1.5" />
      {band === "none" && <path className="band-shape__tick" d="M5 8.300l2.200 2.200 3.800-4.600" />}
    </svg>
  );
}
