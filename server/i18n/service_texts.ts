/** The words of the services' own sentences, for what this server prints itself; the app has the same from its build. */
import type { Language } from "../wire/site/languages.ts";
import { knownWords } from "../wire/site/service_texts.ts";
import de from "./services/de.json" with { type: "json" };
import es from "./services/es.json" with { type: "json" };

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Every pair of letters; those that are no country have no name. */
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
type Say = (text: string) => string;
const KNOWN: Readonly<Record<Language, Say>> = {
  en: (text) => text,
  de: knownWords({ texts: de, country: countriesIn("de") }),
  es: knownWords({ texts: es, country: countriesIn("es") }),
};

/** The same words in English, and for a sentence that is not one of the table. */
export function serviceTextIn(language: Language): Say {
  return KNOWN[language];
}

/** A country by its English name. */
export function countriesIn(language: Language): Say {
  return (english) => {
    const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
    const code = CODES.find((candidate) => names.of(candidate) === english);
    return code === undefined ? english : new Intl.DisplayNames([language], { type: "region" }).of(code) ?? english;
  };
}
