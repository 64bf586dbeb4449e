/** Formats amounts and dates for each language. */
import { type Language, LANGUAGES } from "../wire/site/languages.ts";
import { CURRENCY } from "../wire/billing/plans.ts";
import { translator } from "./translate.ts";

const SUM = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
const MOMENT = { dateStyle: "long", timeStyle: "long", timeZone: "UTC" } as const;
const DAY = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;

/** Cached: creating a formatter costs far more than one use of it. */
const FORMATS = new Map(LANGUAGES.map(({ code }) => {
  const t = translator(code);
  const locale = t("en-GB");
  const formats = {
    sum: new Intl.NumberFormat(locale, SUM),
    day: new Intl.DateTimeFormat(locale, DAY),
    moment: new Intl.DateTimeFormat(locale, MOMENT),
  };
  return [code, { t, ...formats }] as const;
}));

function formatsOf(language: Language) {
  const found = FORMATS.get(language);
  if (found === undefined) throw new TypeError(`There are no formats for ${language}`);
  return found;
}

/** "19.99 USD", "19,99 USD": joined by a non-breaking space where the language has one. */
export function money(cents: number, language: Language): string {
  const { t, sum } = formatsOf(language);
  return t("{sum} {currency}", { sum: sum.format(cents / 100), currency: CURRENCY });
}

/** "12 March 2027", "12. März 2027"; the day in UTC. */
export function day(ms: number, language: Language): string {
  return formatsOf(language).day.format(ms);
}

/** "12 March 2027 at 09:30:05 UTC": a time that may serve as evidence. */
export function moment(ms: number, language: Language): string {
  return formatsOf(language).moment.format(ms);
}
