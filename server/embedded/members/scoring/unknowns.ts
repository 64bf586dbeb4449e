/** What could not be checked and why, and the resulting confidence in the score. */
import type { Confidence, Unknown } from "../../../wire/members/report.ts";
import type { NumberFacts } from "../numbering/report_facts.ts";
import type { ParsedNumber } from "../numbering/parse_phone_number.ts";
import type { ReportTally } from "./report_weight.ts";
import { own } from "../../../wire/own_entry.ts";

export interface KnownFacts {
  readonly number: ParsedNumber;
  readonly found: NumberFacts;
  readonly reports: ReportTally;
  readonly askerCountry: string;
}
interface UnknownRow extends Pick<Unknown, "field" | "why"> {
  readonly code: string;
  readonly applies: (known: KnownFacts) => boolean;
  /** True when a gap in the data affects the facts, which lowers the confidence. */
  readonly weakens: boolean;
}

const NANP = 1;
/** Display name of each field. */
const TITLES: Readonly<Record<string, string>> = {
  isActive: "Whether somebody answers",
  name: "Whose number it is",
  lineType: "Kind of line",
  carrier: "Network",
  location: "Place",
  zipCode: "Postal code",
  reports: "Reports of members",
  callerId: "Whether the call really came from it",
  country: "Calls across a border",
  validity: "Whether the number is given out",
};
const ROWS: readonly UnknownRow[] = [
  {
    field: "isActive",
    code: "unknown_isActive",
    why: "We did not ring the number and did not ask its network, so we do not know whether anybody answers.",
    weakens: false,
    applies: () => true,
  },
  {
    field: "name",
    code: "unknown_name",
    why: "No public list says whose number this is.",
    weakens: false,
    applies: () => true,
  },
  {
    field: "lineType",
    code: "unknown_line_shared",
    why: "In this country mobile phones and landlines share the same ranges.",
    weakens: true,
    applies: ({ found }) => found.lineType === "fixedLineOrMobile",
  },
  {
    field: "lineType",
    code: "unknown_line",
    why: "The numbering data does not say what kind of line this is.",
    weakens: true,
    applies: ({ number, found }) => number.isValid && found.lineType === "unknown",
  },
  {
    field: "carrier",
    code: "unknown_carrier_nanp",
    why: "No public data names the networks of North American numbers.",
    weakens: false,
    applies: ({ number, found }) => number.isValid && found.carrier === "" && number.callingCode === NANP,
  },
  {
    field: "carrier",
    code: "unknown_carrier",
    why: "The public data names no network for this range.",
    weakens: false,
    applies: ({ number, found }) => number.isValid && found.carrier === "" && number.callingCode !== NANP,
  },
  {
    field: "carrier",
    code: "unknown_carrier_moved",
    why: "This is the network the range was given to. The number may have moved to another one since.",
    weakens: true,
    applies: ({ found }) => found.carrier !== "",
  },
  {
    field: "location",
    code: "unknown_location",
    why: "This kind of number is not bound to a place, or the public data does not say which.",
    weakens: false,
    applies: ({ number, found }) => number.isValid && found.place.location === "",
  },
  {
    field: "zipCode",
    code: "unknown_zipCode",
    why: "Numbering data goes down to towns and areas, not to postal codes.",
    weakens: false,
    applies: () => true,
  },
  {
    field: "reports",
    code: "unknown_reports",
    why: "Fewer than three members have reported this number, too few to count.",
    weakens: false,
    applies: ({ reports }) => reports.reporters < 3,
  },
  {
    field: "callerId",
    code: "unknown_callerId",
    why: "Anybody can make a phone show a number that is not theirs. The score is about the number, not the person.",
    weakens: false,
    applies: () => true,
  },
  {
    field: "country",
    code: "unknown_country",
    why: "We do not know which country you are in, so we could not check for calls across a border.",
    weakens: true,
    applies: ({ askerCountry }) => askerCountry === "",
  },
  {
    field: "validity",
    code: "unknown_validity",
    why: "Ranges that were opened very recently may not be in the numbering data yet.",
    weakens: true,
    applies: ({ number }) => !number.isValid,
  },
];
const LOW_FROM = 3;

export function unknownsOf(known: KnownFacts): Unknown[] {
  return ROWS.filter((row) => row.applies(known)).map(({ field, code, why }) => ({
    field,
    title: own(TITLES, field) ?? field,
    why,
    code,
  }));
}

/** Confidence: high without a gap in the data, low from three gaps. */
export function confidenceOf(known: KnownFacts): Confidence {
  const gaps = ROWS.filter((row) => row.weakens && row.applies(known));
  const level = gaps.length === 0 ? "high" : gaps.length < LOW_FROM ? "medium" : "low";
  return { level, why: gaps.map(({ why }) => why), codes: gaps.map(({ code }) => code) };
}

/** English texts by code, for the catalogue: names of fields, and why something is not known. */
export const UNKNOWN_SENTENCES: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(TITLES).map(([field, title]) => [`field_${field}`, title]),
  ...ROWS.map(({ code, why }) => [code, why]),
]);
