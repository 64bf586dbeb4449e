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

export interface StoredLeft {
  /** Look-ups of the day and credits together. */
  readonly count: number;
  /** When the server said so. */
  readonly atMs: number;
  readonly nowMs: number;
}

/** "18 checks left."; a count of an earlier day (UTC) has its date, since the day's look-ups begin again. */
export function storedLeftText({ count, atMs, nowMs }: StoredLeft): string {
  const [at, now] = [atMs, nowMs].map((ms) => new Date(ms).toISOString());
  if (at?.slice(0, 10) !== now?.slice(0, 10)) {
    return t("Checks left on {day}: {count}.", { day: longDate(at ?? ""), count });
  }
  return plural(count, { one: t("1 check left."), other: t("{count} checks left.", { count }) });
}
