/** The language a subscription was bought in, which is the language of its emails. */
import { DEFAULT_LANGUAGE, findLanguage, type Language } from "../../../wire/site/languages.ts";

/** "de-AT" counts as "de". A language without a translation is English. */
export function languageOf({ language }: { readonly language: string }): Language {
  return findLanguage(language.toLowerCase().split("-")[0] ?? "") ?? DEFAULT_LANGUAGE;
}
