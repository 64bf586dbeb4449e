/** Periods in words, for the app's screens and for the records of consents. */
import { pluralForm } from "../site/plural.ts";
import type { Translate } from "../site/slots.ts";

/** "every 7 days"; "once" for one-time products. */
export function everyPeriod(t: Translate, length: string): string {
  switch (length) {
    case "7d":
      return t("every 7 days");
    case "1m":
      return t("every month");
    case "3m":
      return t("every 3 months");
    default:
      return t("once");
  }
}

/** "1 month", "3 months". */
export function monthCount(t: Translate, language: string, months: number): string {
  return pluralForm(language, months, { one: t("1 month"), other: t("{count} months", { count: months }) });
}
