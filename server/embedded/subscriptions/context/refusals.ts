/** Codes of business failures, as answers and charges carry them. */
import type { CreateAnswer } from "../../../wire/billing/purchase.ts";
import { isSentenceCode, type Refusal, refusal } from "../../../wire/site/refusal.ts";
import type { SentenceCode } from "../../../wire/site/service_sentences.ts";

/** What is wrong; empty when nothing is. */
export type Problem = SentenceCode | "";

/** A business failure: 200 with a code and its sentence, because the person can act on it. */
export function refused(code: SentenceCode): CreateAnswer {
  return { id: "", subscription_id: "", ...refusal(code) };
}

/** The error a charge is stored with, for people: a code, or nothing. */
export function storedRefusal(error: string): Pick<Refusal, "error"> & Partial<Refusal> {
  return isSentenceCode(error) ? refusal(error) : { error };
}
