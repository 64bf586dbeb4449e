/** Sums as people read them, and the two sums that are computed from a price. */
import { LOCALE } from "../../i18n/language.ts";
import { t } from "../../i18n/t.ts";
import { CURRENCY, isRecurring, type Plan } from "../../../server/wire/billing/plans.ts";

/** Share of an additional purchase that is reported as its value (spec W 9). */
const REPORTED_ADD_ON_PERCENT = 75;
/** Days of a renewing length; a month counts as a twelfth of a year. */
const DAYS: Readonly<Record<string, number>> = { "7d": 7, "1m": 365.25 / 12, "3m": 365.25 / 4 };

const SUM = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * "19.99 USD", "19,99 USD": the currency is spelled out, since several countries write dollars as $. In languages that have
 * a space which does not break it stands between them.
 */
export function money(cents: number): string {
  return t("{sum} {currency}", { sum: SUM.format(cents / 100), currency: CURRENCY });
}

/** What a plan costs over 30 days, so that plans of different length compare (19.99 a week reads as 85.67). */
export function per30DaysCents(plan: Plan): number | undefined {
  const days = DAYS[plan.length];
  return isRecurring(plan) && days !== undefined ? Math.round((plan.sum_cents * 30) / days) : undefined;
}

/** The value of an additional purchase that is told to trackers. */
export function reportedAddOnCents(cents: number): number {
  return Math.round((cents * REPORTED_ADD_ON_PERCENT) / 100);
}
