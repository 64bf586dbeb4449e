/** The number of look-ups left, as text. */
import { t } from "../../i18n/t.ts";
import { plural } from "../../i18n/plural.ts";
import { longDate } from "../../lib/format/dates.ts";

/** "19 checks left today, plus 1 in your packs."; without credits they are not mentioned. */
export function leftText({ today, credits }: { readonly today: number; readonly credits: number }): string {
  if (credits === 0) {
    return plural(today, { one: t("1 check left today."), other: t("{today} checks left today.", { today }) });
  }
  return plural(credits, {
    one: plural(today, {
      one: t("1 check left today, plus 1 in your packs."),
      other: t("{today} checks left today, plus 1 in your packs.", { today }),
    }),
    other: plural(today, {
      one: t("1 check left today, plus {credits} in your packs.", { credits }),
      other: t("{today} checks left today, plus {credits} in your packs.", { today, credits }),
    }),
  });
}

/** The day of a count that is not today's (UTC): the day's look-ups begin again. Empty for today. */
export function otherDay(atMs: number, nowMs: number): string {
  const [at, now] = [atMs, nowMs].map((ms) => new Date(ms).toISOString());
  return at?.slice(0, 10) === now?.slice(0, 10) ? "" : longDate(at ?? "");
}
