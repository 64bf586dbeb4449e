/** What the walk over the published declarations finds: a verdict for each place, the worst of those found for it. */

/** `given`: the program passes it. `received`: the program gets it. */
export type Way = "given" | "received";

export interface Row {
  /** An exported name, or the name of a type that one of them leads to. */
  readonly of: string;
  readonly way: Way;
  /** Path below the name; empty for the name itself. */
  readonly member: string;
  readonly verdict: "same" | "wider" | "different";
  /** What differs, as found; empty when nothing does. */
  readonly found: string;
}

export interface Place {
  readonly of: string;
  readonly way: Way;
  readonly member: string;
}

/** The place of a member below another. */
export function placeBelow(place: Place, name: string): Place {
  return { ...place, member: place.member === "" ? name : `${place.member}.${name}` };
}

const RANK: readonly Row["verdict"][] = ["same", "wider", "different"];

export class Rows {
  readonly #rows = new Map<string, Row>();
  readonly #seen = new Set<string>();
  readonly #queue: (() => void)[] = [];

  readonly add = (place: Place, verdict: Row["verdict"], found = ""): void => {
    const key = `${place.of}\t${place.way}\t${place.member}`;
    const before = this.#rows.get(key);
    if (before !== undefined && RANK.indexOf(before.verdict) >= RANK.indexOf(verdict)) return;
    this.#rows.set(key, { ...place, verdict, found });
  };

  readonly later = (run: () => void): void => {
    this.#queue.push(run);
  };

  /** Like `later`, once for each key: types refer to each other in circles. */
  readonly once = (key: string, run: () => void): void => {
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.later(run);
  };

  /** How many differences a comparison would find. Keeps none of them. */
  readonly differencesOf = (run: () => void): number => {
    const [keptRows, keptSeen, keptQueue] = [new Map(this.#rows), new Set(this.#seen), [...this.#queue]];
    this.#rows.clear();
    this.#seen.clear();
    this.#queue.length = 0;
    run();
    this.#runQueue();
    const count = [...this.#rows.values()].filter(({ verdict }) => verdict === "different").length;
    this.#rows.clear();
    for (const [key, row] of keptRows) this.#rows.set(key, row);
    this.#seen.clear();
    for (const key of keptSeen) this.#seen.add(key);
    this.#queue.length = 0;
    this.#queue.push(...keptQueue);
    return count;
  };

  /** Makes the deferred comparisons and returns all rows in the order of the table. */
  finish(): readonly Row[] {
    this.#runQueue();
    return [...this.#rows.values()].toSorted((a, b) =>
      `${a.of}\t${a.way}\t${a.member}` < `${b.of}\t${b.way}\t${b.member}` ? -1 : 1
    );
  }

  #runQueue(): void {
    while (this.#queue.length > 0) this.#queue.shift()?.();
  }
}
