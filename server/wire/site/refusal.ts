/** The sentences of services in English, as answers carry them beside their codes. */
import { type CodedSentence, inWords, type SentenceParams } from "./coded_sentences.ts";
import { type SentenceCode, SENTENCES } from "./service_sentences.ts";

/** A refusal as every service sends it. */
export interface Refusal extends CodedSentence {
  readonly error: string;
  readonly code: string;
}

/** The body of a refusal: the sentence in English, its code and its values. */
export function refusal(code: SentenceCode, params?: SentenceParams): Refusal {
  const error = inWords(SENTENCES[code], params, "en");
  return params === undefined ? { error, code } : { error, code, params };
}

/** The English sentence of a code, for fields that hold nothing else. */
export function sentence(code: SentenceCode, params?: SentenceParams): string {
  return inWords(SENTENCES[code], params, "en");
}

/** True for the code of a sentence that this version knows. */
export function isSentenceCode(code: string): code is SentenceCode {
  return Object.hasOwn(SENTENCES, code);
}
