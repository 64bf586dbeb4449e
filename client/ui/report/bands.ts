/**
 * Names of the five score bands (docs/decisions/members/scores-and-line-types.md). The lowest is never called safe: a
 * number without findings is not known to be safe.
 */
import { t } from "../../i18n/t.ts";
import type { Band } from "../../../server/wire/members/report.ts";

export interface BandWords {
  readonly name: string;
  /** After a number, within a line. */
  readonly within: string;
}

export const BAND_WORDS: Readonly<Record<Band, BandWords>> = {
  none: { name: t("No known signals"), within: t("no known signals") },
  some: { name: t("Some signals"), within: t("some signals") },
  caution: { name: t("Caution"), within: t("caution") },
  suspicious: { name: t("Suspicious"), within: t("suspicious") },
  high: { name: t("High risk"), within: t("high risk") },
};

/** From here on, what to do comes before everything else. */
export function isBadBand(band: Band): boolean {
  return band === "suspicious" || band === "high";
}
