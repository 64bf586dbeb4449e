/** Sentences that services send in English, such as the reasons of a score, in the language of the page. */
import { COUNTRIES, countryName } from "../lib/countries.ts";
import { DEFAULT_LANGUAGE } from "../../server/wire/languages.ts";
import { LANGUAGE } from "./language.ts";

let texts: Readonly<Record<string, string>> = {};
let loading: Promise<void> | undefined;

/** With the first call of a service, so that its answer finds them; without them its English words stand. */
export function loadServiceTexts(): Promise<void> {
  if (LANGUAGE === DEFAULT_LANGUAGE) return Promise.resolve();
  loading ??= import("./service_texts.ts").then(({ SERVICE_TEXTS }) => provideServiceTexts(SERVICE_TEXTS))
    .catch((error: unknown) => {
      loading = undefined;
      console.warn("The words of services did not load", error);
    });
  return loading;
}

export function provideServiceTexts(loaded: Readonly<Record<string, string>>): void {
  texts = loaded;
  made = undefined;
}

/** The same words where the page is English or the sentence is not one we know. */
export function known(text: string): string {
  const exact = Object.hasOwn(texts, text) ? texts[text] : undefined;
  if (exact !== undefined || text === "") return exact ?? text;
  for (const [pattern, words] of patterns()) {
    const { groups } = pattern.exec(text) ?? {};
    if (groups !== undefined) {
      return words.replace(/\{(\w+)\}/g, (slot, name: string) => filling(name, groups[name] ?? slot));
    }
  }
  return text;
}

/** What stands in a slot is translated where it is known itself; a country has its name in every language. */
function filling(name: string, text: string): string {
  return name === "country" ? countryInOurWords(text) : known(text);
}

function countryInOurWords(english: string): string {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  const country = COUNTRIES.find(({ code }) => names.of(code) === english);
  return country === undefined ? english : countryName(country.code);
}

let made: readonly (readonly [RegExp, string])[] | undefined;

/** "{count} of 100": what stands in braces is any text. */
function patterns() {
  made ??= Object.entries(texts).filter(([text]) => text.includes("{")).map(([text, words]) => {
    const escaped = text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+?)");
    return [new RegExp(`^${escaped}$`), words] as const;
  });
  return made;
}
