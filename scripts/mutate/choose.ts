/** Chooses the mutations of a run: equally many of each kind, by a seed. */
import { type Kind, KINDS, type Site } from "./sites.ts";

/** Small generator of 32-bit state (mulberry32): the same seed chooses the same sites of the same sources. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** At most `count` sites, alternating between kinds; an exhausted kind leaves its turns to the others. */
export function chooseSites(sites: readonly Site[], count: number, seed: number): readonly Site[] {
  const random = seeded(seed);
  const left = new Map<Kind, Site[]>(KINDS.map((kind) => [kind, sites.filter((site) => site.kind === kind)]));
  const chosen: Site[] = [];
  while (chosen.length < count && [...left.values()].some((of) => of.length > 0)) {
    for (const of of left.values()) {
      if (of.length === 0 || chosen.length === count) continue;
      chosen.push(...of.splice(Math.floor(random() * of.length), 1));
    }
  }
  return chosen;
}
