/** What could not be checked and why, and the resulting confidence in the score. */
import type { Confidence, Unknown } from "../../../wire/members/report.ts";
import type { NumberFacts } from "../numbering/phone_facts.ts";
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
    why: "We did not ring the number and did not ask its network, so we do not know whether anybody answers.",
    weakens: false,
    applies: () => true,
  },
  {
    field: "name",
    why: "No public list says whose number this is.",
    weakens: false,
    applies: () => true,
  },
  {
    field: "lineType",
    why: "In this country mobile phones and landlines share the same ranges.",
    weakens: true,
    applies: ({ found }) => found.lineType === "fixedLineOrMobile",
  },
  {
    field: "lineType",
    why: "The numbering data does not say what kind of line this is.",
    weakens: true,
    applies: ({ number, found }) => number.isValid && found.lineType === "unknown",
  },
  {
    field: "carrier",
    why: "No public data names the networks of North American numbers.",
    weakens: false,
    applies: ({ number, found }) => number.isValid && found.carrier === "" && number.callingCode === NANP,
  },
  {
    field: "carrier",
    why: "The public data names no network for this range.",
    weakens: false,
    applies: ({ number, found }) => number.isValid && found.carrier === "" && number.callingCode !== NANP,
  },
  {
    field: "carrier",
    why: "This is the network the range was given to. The number may have moved to another one since.",
    weakens: true,
    applies: ({ found }) => found.carrier !== "",
  },
  {
    field: "location",
    why: "This kind of number is not bound to a place, or the public data does not say which.",
    weakens: false,
    applies: ({ number, found }) => number.isValid && found.place.location === "",
  },
  {
    field: "zipCode",
    why: "Numbering data goes down to towns and areas, not to postal codes.",
    weakens: false,
    applies: () => true,
  },
  {
    field: "reports",
    why: "Fewer than three members have reported this number, too few to count.",
    weakens: false,
    applies: ({ reports }) => reports.reporters < 3,
  },
  {
    field: "callerId",
    why: "Anybody can make a phone show a number that is not theirs. The score is about the number, not the person.",
    weakens: false,
    applies: () => true,
  },
  {
    field: "country",
    why: "We do not know which country you are in, so we could not check for calls across a border.",
    weakens: true,
    applies: ({ askerCountry }) => askerCountry === "",
  },
  {
    field: "validity",
    why: "Ranges that were opened very recently may not be in the numbering data yet.",
    weakens: true,
    applies: ({ number }) => !number.isValid,
  },
];
const LOW_FROM = 3;

export function unknownsOf(known: KnownFacts): Unknown[] {
  return ROWS.filter((row) => row.applies(known)).map(({ field, why }) => ({
    field,
    title: own(TITLES, field) ?? field,
    why,
  }));
}

/** Confidence: high without a gap in the data, low from three gaps. */
export function confidenceOf(known: KnownFacts): Confidence {
  const why = ROWS.filter((row) => row.weakens && row.applies(known)).map((row) => row.why);
  return { level: why.length === 0 ? "high" : why.length < LOW_FROM ? "medium" : "low", why };
}
