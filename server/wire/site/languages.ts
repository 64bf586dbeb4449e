/** The languages of the web app: one shell, one build of the texts and one row of the footer each. */
export const LANGUAGES = [
  { code: "en", name: "English", dir: "ltr" },
  { code: "es", name: "Español", dir: "ltr" },
  { code: "de", name: "Deutsch", dir: "ltr" },
] as const;
export type Language = (typeof LANGUAGES)[number]["code"];
export const DEFAULT_LANGUAGE: Language = "en";

/** Query parameter and cookie of the choice. The cookie is set when a person chooses, so it is asked for by them. */
export const LANGUAGE_PARAMETER = "lang";
export const LANGUAGE_COOKIE = "lang";

export function findLanguage(code: string): Language | undefined {
  return LANGUAGES.find((row) => row.code === code)?.code;
}
