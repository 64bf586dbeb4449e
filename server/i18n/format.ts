/** Formats amounts and dates for each language. */
import type { Amount } from "../../sdk/wire/payments.ts";
import { dayFormat, formatLocale, moneyFormat } from "../wire/site/formats.ts";
import { type Language, LANGUAGES } from "../wire/site/languages.ts";
import { CURRENCY } from "../wire/billing/plans.ts";

const MOMENT = { dateStyle: "long", timeStyle: "long", timeZone: "UTC" } as const;

/** Cached: creating a formatter costs far more than one use of it. */
const FORMATS = new Map(LANGUAGES.map(({ code }) => {
  const locale = formatLocale(code);
  const formats = {
    sum: moneyFormat(locale, CURRENCY),
    day: dayFormat(locale),
    moment: new Intl.DateTimeFormat(locale, MOMENT),
  };
  return [code, formats] as const;
}));

function formatsOf(language: Language) {
  const found = FORMATS.get(language);
  if (found === undefined) throw new TypeError(`There are no formats for ${language}`);
  return found;
}

/** US cents as an amount: "$19.99", "19,99 $". */
export function money(cents: number, language: Language): string {
  return formatsOf(language).sum.format(cents / 100);
}

/** "Mar 12, 2027", "12. März 2027"; the day in UTC. */
export function day(ms: number, language: Language): string {
  return formatsOf(language).day.format(ms);
}

/** "March 12, 2027 at 9:30:05 AM UTC": a time that may serve as evidence. */
export function moment(ms: number, language: Language): string {
  return formatsOf(language).moment.format(ms);
}

/** An amount of any currency, as decimal text in major units: "¥1,000". */
export function amountText({ value, currency }: Amount, language: Language): string {
  return moneyFormat(formatLocale(language), currency).format(Number(value));
}
