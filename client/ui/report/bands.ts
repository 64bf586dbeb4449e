/**
 * Names of the five score bands (docs/decisions/members/scores-and-line-types.md). The lowest is never called safe: a
 * number without findings is not known to be safe.
 */
import { t } from "../../i18n/t.ts";
import type { Band, Score } from "../../../server/wire/members/report.ts";

export interface BandWords {
  readonly name: string;
  /** After a number, within a line. */
  readonly within: string;
  /** What to do, in one short sentence; the largest words of a result. */
  readonly headline: string;
  /** What the band means. */
  readonly sentence: string;
}

export const BAND_WORDS: Readonly<Record<Band, BandWords>> = {
  none: {
    name: t("No known signals"),
    within: t("no known signals"),
    headline: t("Use your usual caution"),
    sentence: t("No warning signs found. That doesn't prove the caller is honest."),
  },
  some: {
    name: t("Some signals"),
    within: t("some signals"),
    headline: t("Check who it is first"),
    sentence: t("One or two things about this number deserve a closer look."),
  },
  caution: {
    name: t("Caution"),
    within: t("caution"),
    headline: t("Confirm who it is before you act"),
    sentence: t("Numbers like this are often misused."),
  },
  suspicious: {
    name: t("Suspicious"),
    within: t("suspicious"),
    headline: t("Don't call back or pay"),
    sentence: t("There are several warning signs."),
  },
  high: {
    name: t("High risk"),
    within: t("high risk"),
    headline: t("Don't answer or call back"),
    sentence: t("Very likely fake or expensive to call. Don't pay anything."),
  },
};

/** The words of a score; without a value there is no phone number to judge. */
export function verdictWords({ value, band }: Pick<Score, "value" | "band">): Omit<BandWords, "within"> {
  if (value !== null) return BAND_WORDS[band];
  return {
    name: t("Not a phone number"),
    headline: t("Check the digits"),
    sentence: t("This isn't a valid phone number in any country, so there's nothing to score."),
  };
}

/** From here on, what to do comes before everything else. */
export function isBadBand(band: Band): boolean {
  return band === "suspicious" || band === "high";
}
