/** Builds entries of a timeline; what is not given is empty. */
import type { TimelineEntry } from "./timeline.ts";

type New = Pick<TimelineEntry, "id" | "kind" | "name" | "state"> & { readonly atMs: number } & Partial<TimelineEntry>;

/** An entry in which everything that is not given is empty. */
export function entry({ atMs, ...given }: New): TimelineEntry {
  return {
    at: new Date(atMs).toISOString(),
    amount: null,
    reason: "",
    subject: null,
    possible: [],
    facts: [],
    to: null,
    execution_id: null,
    ...given,
  };
}

/** Names and values; what is empty is left out. */
export function factsOf(values: Readonly<Record<string, string | number | null | undefined>>): TimelineEntry["facts"] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [{ name, value: String(value) }]
  );
}
