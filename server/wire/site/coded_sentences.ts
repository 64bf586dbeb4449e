/** Sentences by code, with their values: how any language puts them into words. */
import { pluralForm } from "./plural.ts";
import type { SentenceText } from "./service_sentences.ts";
import { fillSlots } from "./slots.ts";

/** Values of a sentence's slots. */
export type SentenceParams = Readonly<Record<string, string | number>>;

/** The code of a sentence and the values of its placeholders, sent beside its English words on the wire. */
export interface CodedSentence {
  readonly code?: string | undefined;
  readonly params?: SentenceParams | undefined;
}

/** A sentence in words: its plural form chosen and its placeholders filled, by the rules of the locale. */
export function inWords(text: SentenceText, params: SentenceParams | undefined, locale: string): string {
  const form = typeof text === "string" ? text : pluralForm(locale, Number(params?.[text.by]), text);
  return fillSlots(form, params);
}
