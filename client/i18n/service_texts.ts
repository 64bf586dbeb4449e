/** Words for the codes of services. Empty in English; the build fills it for the other languages. */
import type { SentenceText } from "../../server/wire/site/service_sentences.ts";

export const SERVICE_TEXTS: Readonly<Record<string, SentenceText>> = {};
