/** What a result says: what to do, the name of its band, and what the band means. */
import { t } from "../../i18n/t.ts";
import type { Band, Score } from "../../../server/wire/members/report.ts";
import { headlines } from "../../../server/wire/members/headlines.ts";
import { BAND_WORDS } from "./bands.ts";

export interface VerdictWords {
  /** What to do, in one short sentence; the largest words of a result. */
  readonly headline: string;
  readonly name: string;
  readonly sentence: string;
}

const HEADLINES = headlines(t);
const SENTENCES: Readonly<Record<Band, string>> = {
  none: t("That doesn't prove the caller is honest."),
  some: t("One or two things about this number deserve a closer look."),
  caution: t("Numbers like this are often misused."),
  suspicious: t("There are several warning signs."),
  high: t("Very likely fake or expensive to call. Don't pay anything."),
};

/** Without a value there is no phone number to judge. */
export function verdictWords({ value, band }: Pick<Score, "value" | "band">): VerdictWords {
  if (value !== null) {
    return { headline: HEADLINES[band], name: BAND_WORDS[band].name, sentence: SENTENCES[band] };
  }
  return {
    headline: t("Check the digits"),
    name: t("Not a phone number"),
    sentence: t("This isn't a valid phone number in any country, so there's nothing to score."),
  };
}
