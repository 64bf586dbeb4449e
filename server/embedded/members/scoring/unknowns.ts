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
  isActive: "Live line",
  name: "Owner's name",
  lineType: "Line type",
  carrier: "Carrier",
  location: "City or area",
  zipCode: "Postal code",
  reports: "Member reports",
  callerId: "Spoofed caller ID",
  country: "International calls",
  validity: "Number in use",
};
const ROWS: readonly UnknownRow[] = [
  {
    field: "isActive",
    code: "unknown_isActive",
    why: "We didn't call the number or query its carrier, so we don't know if the line is live.",
    weakens: false,
    applies: () => true,
  },
  {
    field: "name",
    code: "unknown_name",
    why: "No public directory lists this number's owner.",
    weakens: false,
    applies: () => true,
  },
  {
    field: "lineType",
    code: "unknown_line_shared",
    why: "In this country, mobile and landline numbers share the same ranges.",
    weakens: true,
    applies: ({ found }) => found.lineType === "fixedLineOrMobile",
  },
  {
    field: "lineType",
    code: "unknown_line",
    why: "The numbering data doesn't say what type of line this is.",
    weakens: true,
    applies: ({ number, found }) => number.isValid && found.lineType === "unknown",
  },
  {
    field: "carrier",
    code: "unknown_carrier_nanp",
    why: "There's no public data on carriers for North American numbers.",
    weakens: false,
    applies: ({ number, found }) => number.isValid && found.carrier === "" && number.callingCode === NANP,
  },
  {
    field: "carrier",
    code: "unknown_carrier",
    why: "Public data doesn't name a carrier for this range.",
    weakens: false,
    applies: ({ number, found }) => number.isValid && found.carrier === "" && number.callingCode !== NANP,
  },
  {
    field: "carrier",
    code: "unknown_carrier_moved",
    why: "This is the carrier the range was assigned to. The number may have been ported since.",
    weakens: true,
    applies: ({ found }) => found.carrier !== "",
  },
  {
    field: "location",
    code: "unknown_location",
    why: "This type of number isn't tied to a place, or the public data doesn't say which.",
    weakens: false,
    applies: ({ number, found }) => number.isValid && found.place.location === "",
  },
  {
    field: "zipCode",
    code: "unknown_zipCode",
    why: "Numbering data covers towns and areas, not postal codes.",
    weakens: false,
    applies: () => true,
  },
  {
    field: "reports",
    code: "unknown_reports_none",
    why: "No member has reported this number yet. That alone doesn't make it safe.",
    weakens: false,
    applies: ({ reports }) => reports.reporters === 0,
  },
  {
    field: "reports",
    code: "unknown_reports",
    why: "Fewer than three members have reported this number, so their reports don't count yet.",
    weakens: false,
    applies: ({ reports }) => reports.reporters > 0 && reports.reporters < 3,
  },
  {
    field: "callerId",
    code: "unknown_callerId",
    why: "Anyone can spoof caller ID. The score describes the number, not the person.",
    weakens: false,
    applies: () => true,
  },
  {
    field: "country",
    code: "unknown_country",
    why: "We don't know your country, so we couldn't check for international scams.",
    weakens: true,
    applies: ({ askerCountry }) => askerCountry === "",
  },
  {
    field: "validity",
    code: "unknown_validity",
    why: "Ranges opened very recently may not be in the numbering data yet.",
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
