/**
 * Text that the server itself writes to people: emails, pages without script, documents. The source holds the English
 * text, which is also its key in the catalogue of a language; the build compares the catalogues with the sources.
 */
import type { Language } from "../wire/site/languages.ts";
import { fillSlots, type Translate } from "../wire/site/slots.ts";
import { CATALOGUES } from "./catalogues.ts";

export type { Translate };

/** The first argument of the function must be a literal, since the build collects it. */
export function translator(language: Language): Translate {
  return (text, ...[slots]) => fillSlots(translationOf(text, language), slots);
}

/** The translation of a text from a table, such as a plan's name; English where there is none. */
export function translationOf(text: string, language: Language): string {
  const words = CATALOGUES[language];
  return Object.hasOwn(words, text) ? words[text] ?? text : text;
}
