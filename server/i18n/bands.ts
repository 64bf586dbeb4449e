/** The words for the bands of a score, the same in a report and on the page that verifies it. */
import type { Band } from "../wire/members/report.ts";
import type { Translate } from "./translate.ts";

export function bandWords(t: Translate): Readonly<Record<Band, string>> {
  return {
    none: t("no known signals"),
    some: t("some signals"),
    caution: t("caution"),
    suspicious: t("suspicious"),
    high: t("high risk"),
  };
}
