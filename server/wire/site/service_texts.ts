/** Sentences that services make in English, such as the reasons of a score, in another language: by their text or by a pattern. */
import { SLOT } from "./slots.ts";

export interface KnownWords {
  /** English sentence, or one with slots, and its words. */
  readonly texts: Readonly<Record<string, string>>;
  /** A country by its English name. */
  readonly country: (english: string) => string;
}

/** No sentence of a service is longer; with several slots a pattern takes more than linear time. */
const MAX_PATTERN_CHARS = 500;

/** Answers the same words where the sentence is not one of the table. */
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
  /** What stands in a slot is translated where it is known itself; a country has its name in every language. */
  const filling = (name: string, text: string) => name === "country" ? country(text) : known(text);
  return known;
}

/** "{count} of 100": what stands in braces is any text. */
function patternsOf(texts: KnownWords["texts"]) {
  return Object.entries(texts).filter(([text]) => text.includes("{")).map(([text, words]) => {
    const escaped = text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(SLOT, "(?<$1>.+?)");
    return [new RegExp(`^${escaped}$`), words] as const;
  });
}
