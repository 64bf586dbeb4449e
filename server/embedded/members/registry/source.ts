/** A source of registry entries: the sample, or a licensed one with the same two members. */
import type { RegistryAbout, RegistryHit } from "../../../wire/members/registry.ts";

export interface RegistrySource {
  readonly about: RegistryAbout;
  search(name: string): Promise<{ readonly hits: readonly RegistryHit[]; readonly total: number }>;
}

/** Maximum number of entries shown per search. */
export const MAX_HITS = 50;
