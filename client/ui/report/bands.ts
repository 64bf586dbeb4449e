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
  readonly sentence: string;
}

export const BAND_WORDS: Readonly<Record<Band, BandWords>> = {
  none: {
    name: t("No known signals"),
    within: t("no known signals"),
    sentence: t("No warning signs found. That doesn't prove the caller is honest."),
  },
  some: {
    name: t("Some signals"),
    within: t("some signals"),
    sentence: t("One or two things about this number deserve a closer look."),
  },
  caution: {
    name: t("Caution"),
    within: t("caution"),
    sentence: t("Numbers like this are often misused. Confirm who it is before you act."),
  },
  suspicious: {
    name: t("Suspicious"),
    within: t("suspicious"),
    sentence: t("There are several warning signs. Don't call back or pay."),
  },
  high: {
    name: t("High risk"),
    within: t("high risk"),
    sentence: t("Very likely fake or expensive to call. Don't answer, call back or pay."),
  },
};

/** From here on, what to do comes before everything else. */
export function isBadBand(band: Band): boolean {
  return band === "suspicious" || band === "high";
}
