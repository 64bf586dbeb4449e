/** Languages with a pack; English needs none. */
export const LANGUAGES = ["ar", "de", "es", "fr", "it", "pt"] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

export function isLanguage(code: string): code is LanguageCode {
  return LANGUAGES.some((known) => known === code);
}
