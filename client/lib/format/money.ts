/** Formats amounts, and computes the two amounts derived from a price. */
import { LOCALE } from "../../i18n/language.ts";
import { CURRENCY, isRecurring, type Plan } from "../../../server/wire/billing/plans.ts";
import { moneyFormat } from "../../../server/wire/site/formats.ts";

/** Share of an additional purchase that is reported as its value (W-LIMIT-02). */
const REPORTED_ADD_ON_PERCENT = 75;
/** Days per plan length; a month counts as a twelfth of a year. */
const DAYS: Readonly<Record<string, number>> = { "7d": 7, "1m": 365.25 / 12, "3m": 365.25 / 4 };

const SUM = moneyFormat(LOCALE, CURRENCY);

/** US cents as an amount in the visitor's locale: "$19.99", "19,99 $". */
export function money(cents: number): string {
  return SUM.format(cents / 100);
}

/** A plan's price over 30 days, so that plans of different lengths can be compared (19.99 a week is 85.67). */
export function per30DaysCents(plan: Plan): number | undefined {
  const days = DAYS[plan.length];
  return isRecurring(plan) && days !== undefined ? Math.round((plan.sum_cents * 30) / days) : undefined;
}

/** The value of an additional purchase that is reported to trackers. */
export function reportedAddOnCents(cents: number): number {
  return Math.round((cents * REPORTED_ADD_ON_PERCENT) / 100);
}
