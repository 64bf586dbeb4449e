/** A source of registry entries: the sample, or a licensed one with the same two members. */
import type { RegistryAbout, RegistryHit } from "../../../wire/members/registry.ts";
import { sentence } from "../../../wire/site/refusal.ts";
import type { SentenceCode } from "../../../wire/site/service_sentences.ts";

/** The terms in English, with their codes. */
export function termsIn(codes: readonly SentenceCode[]): Pick<RegistryAbout, "terms" | "term_codes"> {
  return { terms: codes.map((code) => sentence(code)), term_codes: [...codes] };
}

export interface RegistrySource {
  readonly about: RegistryAbout;
  search(name: string): Promise<{ readonly hits: readonly RegistryHit[]; readonly total: number }>;
}

/** Maximum number of entries shown per search. */
export const MAX_HITS = 50;
