/**
 * The languages of the web app; each row gives one shell, one build of the texts and one row of the footer. `locale`
 * writes amounts and dates for a reader whose region is unknown.
 */
export const LANGUAGES = [
  { code: "en", name: "English", dir: "ltr", locale: "en-US" },
  { code: "es", name: "Español", dir: "ltr", locale: "es" },
  { code: "de", name: "Deutsch", dir: "ltr", locale: "de" },
] as const;
export type Language = (typeof LANGUAGES)[number]["code"];
/** The language in which the sources are written, and of visitors whose languages have no row. */
export const DEFAULT_LANGUAGE: Language = "en";

/** Name of the query parameter and of the cookie. The cookie is set only when a person chooses a language. */
export const LANGUAGE_PARAMETER = "lang";
export const LANGUAGE_COOKIE = "lang";

/** The language of this code; undefined when no row has it. */
export function findLanguage(code: string): Language | undefined {
  return LANGUAGES.find((row) => row.code === code)?.code;
}
