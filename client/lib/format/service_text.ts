/**
 * Puts what a service says into the page's language: by its code and values where there are words for it, otherwise in
 * the service's English.
 */
import { DEFAULT_LANGUAGE } from "../../../server/wire/site/languages.ts";
import { type CodedSentence, inWords, type SentenceParams } from "../../../server/wire/site/coded_sentences.ts";
import type { SentenceText } from "../../../server/wire/site/service_sentences.ts";
import { own } from "../../../server/wire/own_entry.ts";
import { LANGUAGE } from "../../i18n/language.ts";
import { loadChunk } from "../load_chunk.ts";

type ServiceTexts = Readonly<Record<string, SentenceText>>;

let texts: ServiceTexts = {};
let loading: Promise<void> | undefined;

const loadWords = () =>
  import("../../i18n/service_texts.ts").then(({ SERVICE_TEXTS }) => provideServiceTexts(SERVICE_TEXTS));
/** No answer waits longer for its translation. */
const WORDS_TIMEOUT_MS = 2_000;

/** Loaded with the first service call, so that its response can be translated; until then the English text is shown. */
export function loadServiceTexts(): Promise<void> {
  if (LANGUAGE === DEFAULT_LANGUAGE) return Promise.resolve();
  loading ??= loadChunk(loadWords, WORDS_TIMEOUT_MS)
    .catch((error: unknown) => {
      loading = undefined;
      console.warn("The words of services did not load", error);
    });
  return loading;
}

export function provideServiceTexts(words: ServiceTexts): void {
  texts = words;
}

/** `serviceText(event, event.finding)`; the English where the page is English or the code has no words. */
export function serviceText({ code, params }: CodedSentence, english: string): string {
  const text = code === undefined ? undefined : own(texts, code);
  return text === undefined ? english : inWords(text, params, LANGUAGE);
}

/** The code and values of an unchecked answer. */
export function sentenceCodeIn(body: unknown): CodedSentence {
  if (typeof body !== "object" || body === null) return {};
  const { code, params } = body as Readonly<Record<string, unknown>>;
  return { code: typeof code === "string" ? code : undefined, params: isParams(params) ? params : undefined };
}

function isParams(value: unknown): value is SentenceParams {
  return typeof value === "object" && value !== null &&
    Object.values(value).every((each) => typeof each === "string" || typeof each === "number");
}
