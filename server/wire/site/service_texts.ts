/** Translates the English sentences of services, such as the reasons of a score, by exact text or by pattern. */
import { SLOT } from "./slots.ts";

export interface KnownWords {
  /** An English sentence, possibly with slots, and its translation. */
  readonly texts: Readonly<Record<string, string>>;
  /** A country by its English name. */
  readonly country: (english: string) => string;
}

/** Longest sentence to translate; a pattern with several slots takes more than linear time. */
const MAX_PATTERN_CHARS = 500;

/** Returns the sentence unchanged when the table has no row for it. */
export function knownWords({ texts, country }: KnownWords): (text: string) => string {
  let made: readonly (readonly [RegExp, string])[] | undefined;
  const known = (text: string): string => {
    const exact = Object.hasOwn(texts, text) ? texts[text] : undefined;
    if (exact !== undefined || text === "") return exact ?? text;
    if (text.length > MAX_PATTERN_CHARS) return text;
    made ??= patternsOf(texts);
    for (const [pattern, words] of made) {
      const { groups } = pattern.exec(text) ?? {};
      if (groups !== undefined) {
        return words.replace(SLOT, (slot, name: string) => filling(name, groups[name] ?? slot));
      }
    }
    return text;
  };
  /** A slot's text is translated if the table has it; a country is named in the target language. */
  const filling = (name: string, text: string) => name === "country" ? country(text) : known(text);
  return known;
}

/** "{count} of 100": a slot matches any text. */
function patternsOf(texts: KnownWords["texts"]) {
  return Object.entries(texts).filter(([text]) => text.includes("{")).map(([text, words]) => {
    const escaped = text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(SLOT, "(?<$1>.+?)");
    return [new RegExp(`^${escaped}$`), words] as const;
  });
}
