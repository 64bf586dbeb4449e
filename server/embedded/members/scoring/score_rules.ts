/** Every scoring rule, one row each: its condition, its points, its reason and its source. */
import type { LineType } from "../numbering/phone_facts.ts";
import {
  GLOBAL_SERVICE_CODES,
  isReserved,
  NANP_SERVICE,
  ONE_RING_AREAS,
  ONE_RING_CODES,
} from "../numbering/reserved_ranges.ts";
import { type ReportTally, reportWeight } from "./report_weight.ts";

export interface ScoreInput {
  readonly e164: string;
  readonly callingCode: number;
  readonly national: string;
  readonly region: string;
  readonly isValid: boolean;
  readonly lineType: LineType;
  /** The requester's country; empty when unknown. */
  readonly askerCountry: string;
  /** The requester's own number in E.164, if entered; used to detect look-alikes. */
  readonly ownNumber: string;
  /** Country that the suspicious caller claimed; empty when the visitor did not say. */
  readonly claimedCountry: string;
  readonly reports: ReportTally;
}

interface RuleText {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  readonly source: string;
}
/** `points` adds; `floor` raises the score to at least this. */
export type Rule =
  & RuleText
  & ({ readonly points: number | ((input: ScoreInput) => number) } | { readonly floor: number })
  & { readonly applies: (input: ScoreInput) => boolean };

const isType = (...types: readonly LineType[]) => (input: ScoreInput) => types.includes(input.lineType);
const TYPE_SOURCE = "libphonenumber number type";
const NANP = 1;
/** Ends in seven equal digits, or seven that count up or down. */
const EQUAL_TAIL = /(\d)\1{6}$/;
const SEQUENCES = "01234567890 09876543210";

export const RULES: readonly Rule[] = [
  {
    id: "INVALID",
    floor: 85,
    title: "No such number is in use",
    why: "This range has not been given to anybody, so a call that shows it carries a false number.",
    source: "libphonenumber: a valid number is in an assignable range",
    applies: (input) => !input.isValid,
  },
  {
    id: "RESERVED_FICTION",
    floor: 90,
    title: "Set aside for films and examples",
    why: "Numbers in this range are kept free for fiction. Nobody can really call from them.",
    source: "Numbering plans: NANP 555-01xx, Ofcom, ACMA, PTS",
    applies: (input) => isReserved(input.e164),
  },
  {
    id: "PREMIUM_RATE",
    points: 60,
    title: "Premium-rate number",
    why: "Calling back is charged by the minute, and part of the money goes to whoever rents the number.",
    source: TYPE_SOURCE,
    applies: isType("premium"),
  },
  {
    id: "PERSONAL",
    points: 45,
    title: "Personal follow-me number",
    why: "It forwards to any line, often at a higher price, and hides where the call really goes.",
    source: TYPE_SOURCE,
    applies: isType("personal"),
  },
  {
    id: "SHARED_COST",
    points: 35,
    title: "Shared-cost number",
    why: "Caller and owner share a price that is often above that of a normal call.",
    source: TYPE_SOURCE,
    applies: isType("sharedCost"),
  },
  {
    id: "VOIP",
    points: 30,
    title: "Internet phone number",
    why: "It is bound to no address and quick to get and to drop. Many honest people and firms use one too.",
    source: TYPE_SOURCE,
    applies: isType("fixedVoip", "nonFixedVoip"),
  },
  {
    id: "PAGER_VOICEMAIL",
    points: 30,
    title: "Pager or voicemail number",
    why: "People do not usually call from such a number.",
    source: TYPE_SOURCE,
    applies: isType("pager", "voicemail"),
  },
  {
    id: "TOLL_FREE",
    points: 10,
    title: "Toll-free number",
    why: "Used by real firms for incoming calls, and shown falsely by those who pretend to be them.",
    source: TYPE_SOURCE,
    applies: isType("tollFree"),
  },
  {
    id: "UAN",
    points: 10,
    title: "Company-wide number",
    why: "One number for a whole organisation: it does not tell which office or person is calling.",
    source: TYPE_SOURCE,
    applies: isType("uan"),
  },
  {
    id: "GLOBAL_SERVICE",
    points: 40,
    title: "Satellite or global service",
    why: "It belongs to no country, and calling back can cost several dollars a minute.",
    source: "ITU E.164 country codes for global services",
    applies: (input) => GLOBAL_SERVICE_CODES.has(input.callingCode),
  },
  {
    id: "NANP_SERVICE_CODE",
    points: 50,
    title: "An exchange that serves the network",
    why: "Exchanges such as 411, 976 or 555-1212 are for services. An ordinary call does not come from there.",
    source: "Structure of the North American Numbering Plan",
    applies: (input) => input.callingCode === NANP && NANP_SERVICE.test(input.national),
  },
  {
    id: "ONE_RING",
    points: 25,
    title: "Known from one-ring calls across a border",
    why:
      "Calls that ring once from here try to make you call back abroad. It counts only as you are in another country.",
    source: "US FCC, one-ring scam alerts and guide (2019)",
    applies: isOneRing,
  },
  {
    id: "COUNTRY_MISMATCH",
    points: 30,
    title: "Another country than the caller said",
    why: "The number belongs to another country than the one you were told.",
    source: "Comparison with your answer",
    applies: (input) => input.claimedCountry !== "" && input.region !== "" && input.claimedCountry !== input.region,
  },
  {
    id: "NEIGHBOUR",
    points: 15,
    title: "Looks like your own number",
    why: "Same area and exchange as yours: callers fake such numbers because they look familiar.",
    source: "US FCC, neighbour spoofing",
    applies: (input) => input.ownNumber !== input.e164 && sharesExchange(input),
  },
  {
    id: "PATTERN",
    points: 20,
    title: "Made-up looking digits",
    why: "Seven equal or consecutive digits are rare by chance. This is our weakest sign.",
    source: "Our own rule of thumb",
    applies: (input) => EQUAL_TAIL.test(input.e164) || SEQUENCES.includes(input.e164.slice(-7)),
  },
  {
    id: "REPORTS",
    points: (input) => reportWeight(input.reports),
    title: "Members reported it",
    why: "At least three members told us about this number. New reports count more than old ones.",
    source: "Reports by members, halved every 90 days, lower bound of their share",
    applies: (input) => input.reports.reporters >= 3 && reportWeight(input.reports) > 0,
  },
];

function isOneRing(input: ScoreInput): boolean {
  if (input.askerCountry === "" || input.region === "" || input.askerCountry === input.region) return false;
  return ONE_RING_CODES.has(input.callingCode) ||
    (input.callingCode === NANP && ONE_RING_AREAS.has(input.national.slice(0, 3)));
}

/** Area code and exchange: +1 and six digits. */
function sharesExchange(input: ScoreInput): boolean {
  return input.callingCode === NANP && input.ownNumber.slice(0, 8) === input.e164.slice(0, 8);
}

/** English texts by code, for the catalogue: what a rule says. */
export const RULE_SENTENCES: Readonly<Record<string, string>> = Object.fromEntries(
  RULES.flatMap(({ id, title, why, source }) => [
    [`rule_${id}_title`, title],
    [`rule_${id}_why`, why],
    [`rule_${id}_source`, source],
  ]),
);
