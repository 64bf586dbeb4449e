/** The language a subscription was bought in: letters about it are written in it. */
import { DEFAULT_LANGUAGE, findLanguage, type Language } from "../../../wire/site/languages.ts";

/** "de-AT" counts as its language; one that we do not have is English. */
export function languageOf({ language }: { readonly language: string }): Language {
  return findLanguage(language.toLowerCase().split("-")[0] ?? "") ?? DEFAULT_LANGUAGE;
}
