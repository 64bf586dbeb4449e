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
  /** Whether the caller named a country that the number cannot be from. */
  readonly isElsewhere: boolean;
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
const PLANS_SOURCE = "National numbering plans";
const NANP = 1;
/** Ends in seven equal digits, or seven that count up or down. */
const EQUAL_TAIL = /(\d)\1{6}$/;
const SEQUENCES = "01234567890 09876543210";

export const RULES: readonly Rule[] = [
  {
    id: "INVALID",
    floor: 85,
    title: "Not a real number",
    why: "This range isn't assigned to anyone, so any call showing it is spoofed.",
    source: PLANS_SOURCE,
    applies: (input) => !input.isValid,
  },
  {
    id: "RESERVED_FICTION",
    floor: 90,
    title: "Reserved for fiction",
    why: "Numbers in this range are reserved for fiction. Real calls can't come from them.",
    source: "National numbering plans: numbers for film and TV",
    applies: (input) => isReserved(input.e164),
  },
  {
    id: "PREMIUM_RATE",
    points: 60,
    title: "Premium-rate number",
    why: "Calling back is billed by the minute, and the person renting the number gets a share.",
    source: PLANS_SOURCE,
    applies: isType("premium"),
  },
  {
    id: "PERSONAL",
    points: 45,
    title: "Call-forwarding number",
    why: "It can forward calls to any line, often at a higher rate, and hides where the call really goes.",
    source: PLANS_SOURCE,
    applies: isType("personal"),
  },
  {
    id: "SHARED_COST",
    points: 35,
    title: "Shared-cost number",
    why:
      "The caller and the number's owner split the cost, and the caller's share often costs more than a normal call.",
    source: PLANS_SOURCE,
    applies: isType("sharedCost"),
  },
  {
    id: "VOIP",
    points: 30,
    title: "Internet phone (VoIP) number",
    why:
      "It isn't tied to an address, and it's quick to get and to drop. Many honest people and companies use one too.",
    source: PLANS_SOURCE,
    applies: isType("fixedVoip", "nonFixedVoip"),
  },
  {
    id: "PAGER_VOICEMAIL",
    points: 30,
    title: "Pager or voicemail number",
    why: "People don't usually call from numbers like this.",
    source: PLANS_SOURCE,
    applies: isType("pager", "voicemail"),
  },
  {
    id: "TOLL_FREE",
    points: 10,
    title: "Toll-free number",
    why: "Real companies use these for incoming calls, and impostors spoof them.",
    source: PLANS_SOURCE,
    applies: isType("tollFree"),
  },
  {
    id: "UAN",
    points: 10,
    title: "Company number",
    why: "One number for a whole organization. It doesn't show which office or person is calling.",
    source: PLANS_SOURCE,
    applies: isType("uan"),
  },
  {
    id: "GLOBAL_SERVICE",
    points: 40,
    title: "Satellite or global service",
    why: "It isn't tied to a country, and calling back can cost several dollars a minute.",
    source: "ITU E.164 country codes for global services",
    applies: (input) => GLOBAL_SERVICE_CODES.has(input.callingCode),
  },
  {
    id: "NANP_SERVICE_CODE",
    points: 50,
    title: "Network service exchange",
    why: "Exchanges such as 411, 976 or 555-1212 are for network services. Ordinary calls don't come from them.",
    source: "Structure of the North American Numbering Plan",
    applies: (input) => input.callingCode === NANP && NANP_SERVICE.test(input.national),
  },
  {
    id: "ONE_RING",
    points: 25,
    title: "Known for one-ring scams from abroad",
    why:
      "Single-ring calls from this country are meant to trick you into an expensive callback. This counts only because you're in another country.",
    source: "US FCC, one-ring scam alerts and guide (2019)",
    applies: isOneRing,
  },
  {
    id: "COUNTRY_MISMATCH",
    points: 30,
    title: "Not the country the caller named",
    why: "The number is from a different country than the caller claimed.",
    source: "Compared with your answer",
    applies: (input) => input.isElsewhere,
  },
  {
    id: "NEIGHBOUR",
    points: 15,
    title: "Looks like your own number",
    why: "It starts like your own number. Scammers spoof numbers like this because they look familiar.",
    source: "US FCC, neighbor spoofing",
    applies: (input) => input.ownNumber !== input.e164 && sharesExchange(input),
  },
  {
    id: "PATTERN",
    points: 20,
    title: "Suspicious digit pattern",
    why: "Seven identical or consecutive digits rarely occur by chance. This is our weakest sign.",
    source: "Our own rule of thumb",
    applies: (input) => EQUAL_TAIL.test(input.e164) || SEQUENCES.includes(input.e164.slice(-7)),
  },
  {
    id: "REPORTS",
    points: (input) => reportWeight(input.reports),
    title: "Reported by members",
    why: "At least three members have reported this number. Recent reports count more than old ones.",
    source: "Member reports, weighted by how recent and how many they are",
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
