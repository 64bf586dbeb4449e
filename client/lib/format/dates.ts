/** Formats dates and periods, in UTC because charges are scheduled in UTC. */
import { LANGUAGE, LOCALE } from "../../i18n/language.ts";
import { t } from "../../i18n/t.ts";
import { everyPeriod, monthCount } from "../../../server/wire/billing/period_texts.ts";
import { dayFormat, shortDayFormat } from "../../../server/wire/site/formats.ts";

const FORMAT = dayFormat(LOCALE);
const SHORT_FORMAT = shortDayFormat(LOCALE);

/**
 * "Nov 24, 2026" in the visitor's locale, with ordinary spaces: for a sentence that is stored verbatim, and for a
 * narrow column. Empty for text that is not a date.
 */
export function plainDate(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? "" : FORMAT.format(time);
}

/** The same with spaces that do not break, for everything else: a line does not end within it. */
export function longDate(at: string): string {
  return plainDate(at).replaceAll(" ", "\u00a0");
}

/** "Nov 24", in one line: for the line of a plan's charges, whose sentence has the year. */
export function shortDate(atMs: number): string {
  return SHORT_FORMAT.format(atMs).replaceAll(" ", "\u00a0");
}

/** "every 7 days"; "once" for one-time products. */
export function everyText(length: string): string {
  return everyPeriod(t, length);
}

/** "Nov 2" within the current year of UTC, the whole date otherwise. */
export function dayOfYear(at: string, nowMs: number): string {
  return at.slice(0, 4) === new Date(nowMs).toISOString().slice(0, 4) ? shortDate(Date.parse(at)) : longDate(at);
}

export function monthsText(months: number): string {
  return monthCount(t, LANGUAGE, months);
}
