/** The sample registry: 2,400 invented people, identical at every start, including equal names, accents and aliases. */
import type { RegistryHit } from "../../../wire/members/registry.ts";
import { nameMatches, type NamePart, nameParts } from "./name_key.ts";
import { FIRST_NAMES, LAST_NAMES, NICKNAMES, PLACES } from "./sample_parts.ts";
import { MAX_HITS, type RegistrySource, termsIn } from "./source.ts";

export const SAMPLE_PEOPLE = 2_400;
const SEED = 20_261_121;
const FIRST_YEAR = 1940;
const YEARS = 65;
/** One in this many entries has an alias, and one in this many repeats the previous entry's full name. */
const ALIAS_EVERY = 4;
const SAME_NAME_EVERY = 15;

export interface SamplePerson {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly birth_year: number;
  readonly place: string;
}

let people: readonly SamplePerson[] | undefined;

export function samplePeople(): readonly SamplePerson[] {
  people ??= makePeople();
  return people;
}

function makePeople(): readonly SamplePerson[] {
  const next = numbersFrom(SEED);
  const pick = <T>(rows: readonly [T, ...T[]]): T => rows[next(rows.length)] ?? rows[0];
  const made: SamplePerson[] = [];
  for (let at = 0; at < SAMPLE_PEOPLE; at++) {
    const before = made.at(-1);
    const last = pick(LAST_NAMES);
    const name = at % SAME_NAME_EVERY === SAME_NAME_EVERY - 1 && before !== undefined
      ? before.name
      : `${pick(FIRST_NAMES)} ${last}`;
    const aliases = at % ALIAS_EVERY === 0 ? [`${pick(NICKNAMES)} ${pick(LAST_NAMES)}`] : [];
    const id = `SAMPLE-${String(at + 1).padStart(4, "0")}`;
    made.push({ id, name, aliases, birth_year: FIRST_YEAR + next(YEARS), place: pick(PLACES) });
  }
  return made;
}

/** Pseudo-random numbers with a fixed seed (mulberry32): the sample must be reproducible. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const TERMS = termsIn([
  "registry_term_sample",
  "registry_term_as_real",
  "registry_term_use",
  "registry_term_match",
]);

interface KeyedPerson {
  readonly person: SamplePerson;
  readonly names: readonly { readonly text: string; readonly parts: readonly NamePart[] }[];
}

export function createSampleRegistry(): RegistrySource {
  let keyed: readonly KeyedPerson[] | undefined;
  const all = () => {
    keyed ??= samplePeople().map((person) => ({
      person,
      names: [person.name, ...person.aliases].map((text) => ({ text, parts: nameParts(text) })),
    }));
    return keyed;
  };
  return {
    about: { source: "Sample data, made up", is_sample: true, terms_version: "sample-1", ...TERMS },
    search: (name) => {
      const searched = nameParts(name);
      const hits = all().flatMap(({ person, names }): RegistryHit[] => {
        const at = names.findIndex(({ parts }) => nameMatches(searched, parts));
        const matched = names[at];
        if (matched === undefined) return [];
        const { aliases, ...rest } = person;
        return [{ ...rest, aliases: [...aliases], matched: at === 0 ? "name" : "alias", matched_text: matched.text }];
      });
      return Promise.resolve({ hits: hits.slice(0, MAX_HITS), total: hits.length });
    },
  };
}
