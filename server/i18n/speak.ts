/**
 * What the server itself writes to people: mails, pages without script, documents. In the source it stands in English
 * and is its own key, like in the app; `de.json` and `es.json` hold the words of the others, and the build compares them.
 */
import type { Language } from "../wire/site/languages.ts";
import { fillSlots, type SlotArguments } from "../wire/site/slots.ts";
import de from "./de.json" with { type: "json" };
import es from "./es.json" with { type: "json" };

type Words = Readonly<Record<string, string>>;
const WORDS: Readonly<Record<Language, Words>> = { en: {}, de, es };

/** `t("Next charge")`, `t("Charge on {day}", { day })`. The first argument is always written out. */
export type Speak = <const Text extends string>(text: Text, ...slots: SlotArguments<Text, string | number>) => string;

export function speak(language: Language): Speak {
  return (text, ...[slots]) => fillSlots(wordsFor(text, language), slots);
}

/** The words for a row of a table, such as the name of a plan; English where there are none. */
export function wordsFor(text: string, language: Language): string {
  const words = WORDS[language];
  return Object.hasOwn(words, text) ? words[text] ?? text : text;
}
