/** The number of checks left, as text. */
import { DAILY_CHECKS } from "../../../server/wire/members/report.ts";
import { plural } from "../../i18n/plural.ts";
import { t } from "../../i18n/t.ts";
import { longDate } from "./dates.ts";

/** "19 of 20 checks left today. 10 checks left in your packs."; without credits they are not mentioned. */
export function leftText({ today, credits }: { readonly today: number; readonly credits: number }): string {
  const ofToday = today === 0 ? t("No checks left today.") : plural(today, {
    one: t("1 of {all} checks left today.", { all: DAILY_CHECKS }),
    other: t("{today} of {all} checks left today.", { today, all: DAILY_CHECKS }),
  });
  return credits === 0 ? ofToday : `${ofToday} ${creditsText(credits)}`;
}

/** "10 checks left in your packs." */
export function creditsText(credits: number): string {
  return plural(credits, {
    one: t("1 check left in your packs."),
    other: t("{credits} checks left in your packs.", { credits }),
  });
}

/** The day of a count that is not today's (UTC): the day's look-ups begin again. Empty for today. */
export function otherDay(atMs: number, nowMs: number): string {
  const [at, now] = [atMs, nowMs].map((ms) => new Date(ms).toISOString());
  return at?.slice(0, 10) === now?.slice(0, 10) ? "" : longDate(at ?? "");
}
