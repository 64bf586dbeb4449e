/** Translates services' English sentences, such as the reasons of a score, into the page's language. */
import { COUNTRIES, countryName } from "./countries.ts";
import { DEFAULT_LANGUAGE } from "../../../server/wire/site/languages.ts";
import { knownWords } from "../../../server/wire/site/service_texts.ts";
import { LANGUAGE } from "../../i18n/language.ts";

let words: (text: string) => string = (text) => text;
let loading: Promise<void> | undefined;

/** Loaded with the first service call, so that its response can be translated; until then the English text is shown. */
export function loadServiceTexts(): Promise<void> {
  if (LANGUAGE === DEFAULT_LANGUAGE) return Promise.resolve();
  loading ??= import("../../i18n/service_texts.ts").then(({ SERVICE_TEXTS }) => provideServiceTexts(SERVICE_TEXTS))
    .catch((error: unknown) => {
      loading = undefined;
      console.warn("The words of services did not load", error);
    });
  return loading;
}

export function provideServiceTexts(texts: Readonly<Record<string, string>>): void {
  words = knownWords({ texts, country: countryInOurWords });
}

/** Unchanged when the page is English or the table has no translation. */
export function serviceText(text: string): string {
  return words(text);
}

function countryInOurWords(english: string): string {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  const country = COUNTRIES.find(({ code }) => names.of(code) === english);
  return country === undefined ? english : countryName(country.code);
}
