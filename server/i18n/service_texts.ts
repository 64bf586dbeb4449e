/**
 * Translations of the services' sentences, for text this server prints itself; the app gets the same from its build.
 */
import type { Language } from "../wire/site/languages.ts";
import { knownWords } from "../wire/site/service_texts.ts";
import de from "./services/de.json" with { type: "json" };
import es from "./services/es.json" with { type: "json" };

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Every pair of letters; pairs that name no country have no display name. */
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
type TextOf = (text: string) => string;
const KNOWN: Readonly<Record<Language, TextOf>> = {
  en: (text) => text,
  de: knownWords({ texts: de, country: countriesIn("de") }),
  es: knownWords({ texts: es, country: countriesIn("es") }),
};

/** English, and any sentence without a row in the table, stays as it is. */
export function serviceTextIn(language: Language): TextOf {
  return KNOWN[language];
}

/** A country by its English name. */
export function countriesIn(language: Language): TextOf {
  return (english) => {
    const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
    const code = CODES.find((candidate) => names.of(candidate) === english);
    return code === undefined ? english : new Intl.DisplayNames([language], { type: "region" }).of(code) ?? english;
  };
}
