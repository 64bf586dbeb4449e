/**
 * The text of a consent for its record. The server writes it itself; what the browser says it showed is only compared
 * (SECURITY X10).
 */
import { translationOf, translator } from "../../../i18n/translate.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { ConsentWords } from "../../../wire/billing/consent_texts.ts";
import { CURRENCY } from "../../../wire/billing/plans.ts";
import { dayFormat, formatLocale, moneyFormat } from "../../../wire/site/formats.ts";
import { findLanguage, type Language } from "../../../wire/site/languages.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import type { Consent } from "../../../wire/billing/purchase.ts";

/** What the browser says it showed. */
export type ShownText = Pick<Consent, "text" | "text_version" | "locale">;
/** What the record of a consent says. */
export type ConsentRecord = ShownText;

interface KnownText {
  /** The version that pages of this build show. */
  readonly version: string;
  readonly write: (words: ConsentWords) => string;
}

/** The server's own text and locale. Throws 409 when no page of this version shows the text of the browser. */
export function knownText(shown: ShownText, { version, write }: KnownText): ConsentRecord {
  const language = findLanguage(shown.locale.split("-")[0] ?? "");
  if (language === undefined || shown.text_version !== version) fail(409, refusal("text_differs"));
  const locale = formatLocale(language, [shown.locale]);
  const words = consentWords(language, locale);
  if (!saysTheSame(shown.text, write(marked(words)))) fail(409, refusal("text_differs"));
  return { text: write(words), text_version: version, locale };
}

/** Words and figures as pages in this language and locale write them. */
export function consentWords(language: Language, locale: string): ConsentWords {
  const [sum, day] = [moneyFormat(locale, CURRENCY), dayFormat(locale)];
  const t = translator(language);
  return {
    t,
    language,
    sum: (cents) => sum.format(cents / 100),
    date: (at) => day.format(new Date(at)),
    planName: (plan, form) =>
      plan === undefined ? t("Product") : translationOf(form === "full" ? plan.name_full : plan.name, language),
  };
}

/** Marks the start and end of each amount and date, to tell them from the words around them. */
const MARK = "\0";

function marked(words: ConsentWords): ConsentWords {
  return {
    ...words,
    sum: (cents) => `${MARK}${words.sum(cents)}${MARK}`,
    date: (at) => `${MARK}${words.date(at)}${MARK}`,
  };
}

/**
 * True when the words are the same and each amount and date has the same digits. Browsers differ in the signs and
 * spaces with which they write an amount or a date for the same locale, and no buyer is refused for that.
 */
function saysTheSame(text: string, markedText: string): boolean {
  const [start = "", ...parts] = plain(markedText).split(MARK);
  let rest = plain(text);
  if (!rest.startsWith(start)) return false;
  rest = rest.slice(start.length);
  for (let at = 0; at < parts.length; at += 2) {
    const [figure = "", words = ""] = parts.slice(at);
    const isLast = at + 2 >= parts.length;
    if (isLast && !rest.endsWith(words)) return false;
    const end = isLast ? rest.length - words.length : rest.indexOf(words);
    if (end < 0 || !isSameFigure(rest.slice(0, end), figure)) return false;
    rest = rest.slice(end + words.length);
  }
  return rest === "";
}

/** How much longer a browser may write a figure: "USD" for "$", "Sept." for "Sep". */
const MORE_SIGNS = 3;

function isSameFigure(shown: string, known: string): boolean {
  return digits(shown) === digits(known) && shown.length <= known.length + MORE_SIGNS;
}

function plain(text: string): string {
  return text.normalize("NFKC").replace(/\s+/g, " ");
}

function digits(text: string): string {
  return text.replace(/\D/g, "");
}
