/** How amounts, days and countries are written, the same in the app and in what the server writes. */
import { type Language, LANGUAGES } from "./languages.ts";

/**
 * A day as written in a sentence: "Nov 25, 2026", "25 de noviembre de 2026", since only English shortens a month
 * there. In UTC, because charges are scheduled in UTC.
 */
export function dayFormat(locale: string): Intl.DateTimeFormat {
  const month = new Intl.Locale(locale).language === "en" ? "short" : "long";
  return new Intl.DateTimeFormat(locale, { day: "numeric", month, year: "numeric", timeZone: "UTC" });
}

/**
 * The same without the year, as short as the language has it: "Nov 25", "25 nov". For use beside a whole date.
 */
export function shortDayFormat(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
}

/** "$19.99", "19,99 $": where a sign could mean two currencies, Intl tells them apart ("US$19.99" in Britain). */
export function moneyFormat(locale: string, currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: "currency", currency });
}

const regionsByLocale: Record<string, Intl.DisplayNames> = {};

/** `regionName("GB", "de")` is "Vereinigtes Königreich"; a code that Intl does not know stays as it is. */
export function regionName(code: string, locale: string): string {
  try {
    return (regionsByLocale[locale] ??= new Intl.DisplayNames(locale, { type: "region" })).of(code) ?? code;
  } catch {
    return code;
  }
}

/**
 * The locale for amounts and dates of a text: the reader's first one in the language of the text, such as "de-CH", or
 * else the language's own.
 */
export function formatLocale(language: string, readers: readonly string[] = []): string {
  const found = readers.map(parseTag).find((tag) => tag?.language === language);
  if (found === undefined) return ownLocale(language);
  return found.region === undefined ? ownLocale(language) : `${language}-${found.region}`;
}

function ownLocale(language: string): string {
  return LANGUAGES.find(({ code }: { readonly code: Language }) => code === language)?.locale ?? language;
}

/** Undefined for text that is not a tag, such as "en-US@posix", on which Intl would throw. */
function parseTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
