/** What to do, in one short sentence for each band: the largest words of a result, on the screen and in the report. */
import type { Translate } from "../site/slots.ts";
import type { Band } from "./report.ts";

export function headlines(t: Translate): Readonly<Record<Band, string>> {
  return {
    none: t("Use your usual caution"),
    some: t("Check who it is first"),
    caution: t("Confirm who it is before you act"),
    suspicious: t("Don't call back or pay"),
    high: t("Don't answer or call back"),
  };
}
