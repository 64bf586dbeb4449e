/** Chooses the mutations of a run: equally many of each kind, by a seed. */
import { createHash } from "node:crypto";
import { type Kind, KINDS, type Site } from "./sites.ts";

/**
 * At most `count` sites, alternating between kinds; when a kind is exhausted, the others take its turns. Each site has
 * a rank of its own, so a change of the sources leaves the choice among the other sites as it was, and a survivor that
 * a run named is tried again by the next run of its seed.
 */
export function chooseSites(sites: readonly Site[], count: number, seed: number): readonly Site[] {
  const ranks = rank(sites, seed);
  const byRank = (a: Site, b: Site) => (ranks.get(a) ?? "") < (ranks.get(b) ?? "") ? -1 : 1;
  const left = new Map<Kind, Site[]>(
    KINDS.map((kind) => [kind, sites.filter((site) => site.kind === kind).sort(byRank)]),
  );
  const chosen: Site[] = [];
  while (chosen.length < count && [...left.values()].some((of) => of.length > 0)) {
    for (const of of left.values()) {
      const next = chosen.length < count ? of.shift() : undefined;
      if (next !== undefined) chosen.push(next);
    }
  }
  return chosen;
}

/** Random, and the same for the same text of the same file; repeats within a file are counted. */
function rank(sites: readonly Site[], seed: number): ReadonlyMap<Site, string> {
  const seen = new Map<string, number>();
  return new Map(sites.map((site) => {
    const text = JSON.stringify([seed, site.path, site.kind, site.original, site.replacement]);
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    return [site, createHash("sha256").update(`${text}${nth}`).digest("hex")];
  }));
}
