/** What a source of facts answers: a paid service or the embedded data. */
import type { LineType, Place } from "../../numbering/phone_facts.ts";
import type { ParsedNumber } from "../../numbering/parse_phone_number.ts";

/** A source of facts; a paid service or the embedded data, with the same four questions. */
export interface LookupSource {
  line(number: ParsedNumber): LineType | Promise<LineType>;
  place(number: ParsedNumber): Place | Promise<Place>;
  carrier(number: ParsedNumber): string | Promise<string>;
  /** True when it answers from memory, so that no step needs streaming. */
  readonly isAtHand?: boolean;
  /** Names of the sources beside our own data, for the report's data versions. */
  usedFor?(number: ParsedNumber): Promise<readonly string[]>;
}
