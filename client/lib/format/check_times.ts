/**
 * When a member checked a number: by the visitor's own clock, unlike charges, whose days are those of UTC
 * (docs/decisions/client/amounts-and-dates.md).
 */
import { LANGUAGE, LOCALE } from "../../i18n/language.ts";
import { t } from "../../i18n/t.ts";

const DAY: Intl.DateTimeFormatOptions = { day: "numeric", month: LANGUAGE === "en" ? "short" : "long" };
const OF_THIS_YEAR = new Intl.DateTimeFormat(LOCALE, DAY);
const OF_ANY_YEAR = new Intl.DateTimeFormat(LOCALE, { ...DAY, year: "numeric" });
const TIME = new Intl.DateTimeFormat(LOCALE, { hour: "numeric", minute: "2-digit" });

const unbroken = (text: string) => text.replaceAll(" ", "\u00a0");

/** "Nov 24, 2026", in one line. */
export function checkDate(at: string): string {
  return unbroken(OF_ANY_YEAR.format(new Date(at)));
}

/** "Today", "Yesterday", or the date, whose year is left out in the current one. */
export function checkDay(at: string, nowMs: number): string {
  const [day, today, yesterday] = [new Date(at), new Date(nowMs), new Date(nowMs)];
  yesterday.setDate(yesterday.getDate() - 1);
  if (day.toDateString() === today.toDateString()) return t("Today");
  if (day.toDateString() === yesterday.toDateString()) return t("Yesterday");
  return day.getFullYear() === today.getFullYear() ? unbroken(OF_THIS_YEAR.format(day)) : checkDate(at);
}

/** "2:05 PM", in one line. */
export function checkTime(at: string): string {
  return TIME.format(new Date(at)).replaceAll(/\s/g, "\u00a0");
}
