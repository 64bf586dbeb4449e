/** Where registry entries come from; a licensed source takes the place of the sample behind the same two members. */
import type { RegistryAbout, RegistryHit } from "../../../wire/members/registry.ts";

export interface RegistrySource {
  readonly about: RegistryAbout;
  search(name: string): Promise<{ readonly hits: readonly RegistryHit[]; readonly total: number }>;
}

/** Entries shown of one search. */
export const MAX_HITS = 50;
