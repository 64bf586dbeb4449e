/** One look-up, from the typed text to the scored result, step by step and measured. */
import type { Band, CheckStep, Score } from "../../../wire/members/report.ts";
import type { ReportTally } from "../scoring/report_weight.ts";
import {
  carrierOf,
  countryName,
  factsOf,
  type LineType,
  lineTypeOf,
  type NumberFacts,
  type Place,
  placeOf,
} from "../numbering/phone_facts.ts";
import type { PhoneData } from "../numbering/phone_data.ts";
import { type ParsedNumber, parsePhoneNumber } from "../numbering/parse_phone_number.ts";
import { isReserved } from "../numbering/reserved_ranges.ts";
import { NO_SCORE, scoreOf } from "../scoring/score.ts";
import type { KnownFacts } from "../scoring/unknowns.ts";

/** A source of facts; a paid service or the embedded data, behind the same four questions. */
export interface LookupSource {
  line(number: ParsedNumber): LineType | Promise<LineType>;
  place(number: ParsedNumber): Place | Promise<Place>;
  carrier(number: ParsedNumber): string | Promise<string>;
  /** True when it answers from memory, so that no step needs streaming. */
  readonly isAtHand?: boolean;
  /** Names of the sources beside our own data, for the report's data versions. */
  usedFor?(number: ParsedNumber): Promise<readonly string[]>;
}
export interface LookupPorts {
  readonly source: LookupSource;
  reportsOn(e164: string): Promise<ReportTally>;
}
export interface LookupQuestion {
  readonly text: string;
  /** The requester's country, or empty: used to parse national numbers and to show cross-border calls. */
  readonly country: string;
  readonly ownNumber?: string;
}
export interface FinishedStep {
  readonly step: CheckStep;
  readonly finding: string;
  readonly took_us: number;
}
export interface LookupResult {
  readonly known: KnownFacts;
  readonly facts: ReturnType<typeof factsOf>;
  readonly score: Score;
}
export type LookupOutcome = { readonly kind: "done"; readonly looked: LookupResult } | {
  readonly kind: "failed";
  readonly error: string;
  readonly score: Score;
};

export function embeddedSource(data: PhoneData): LookupSource {
  return {
    isAtHand: true,
    line: lineTypeOf,
    place: (number) => placeOf(number, data),
    carrier: (number) => carrierOf(number, data),
  };
}

/** Calls `onStep` after each step, in order. */
export async function lookUp(
  question: LookupQuestion,
  ports: LookupPorts,
  onStep: (step: FinishedStep) => void = () => {},
): Promise<LookupOutcome> {
  let since = performance.now();
  const finishStep = <T>(step: CheckStep, value: T, finding: string): T => {
    const nowMs = performance.now();
    onStep({ step, finding, took_us: Math.round((nowMs - since) * 1_000) });
    since = nowMs;
    return value;
  };
  const reading = parsePhoneNumber(question.text, question.country);
  if (reading.kind === "unreadable") return { kind: "failed", error: reading.why, score: NO_SCORE };
  const number = finishStep("read", reading.number, `Read as ${reading.number.international}`);
  finishStep("validity", number.isValid, validityFinding(number));
  const line = await ports.source.line(number);
  finishStep("line", line, LINE_FINDINGS[line]);
  const place = await ports.source.place(number);
  finishStep("place", place, place.location === "" ? "Place: not known" : place.location);
  const carrier = await ports.source.carrier(number);
  finishStep("carrier", carrier, carrier === "" ? "Network: not known" : `Range given to ${carrier}`);
  const reports = await ports.reportsOn(number.e164);
  finishStep("reports", reports, reportsFinding(reports));
  const found: NumberFacts = { lineType: line, place, carrier };
  const score = scoreOf({
    ...number,
    lineType: line,
    askerCountry: question.country,
    ownNumber: question.ownNumber ?? "",
    claimedCountry: "",
    reports,
  });
  finishStep("score", score, `${score.value} of 100: ${BAND_WORDS[score.band]}`);
  const others = await ports.source.usedFor?.(number) ?? [];
  const known: KnownFacts = { number, found, reports, askerCountry: question.country };
  return {
    kind: "done",
    looked: { known, facts: factsOf(number, found, { fraudScore: score.value ?? 0, others }), score },
  };
}

/** Never "safe": a number without findings is not known to be safe. */
const BAND_WORDS: Readonly<Record<Band, string>> = {
  none: "no known signals",
  some: "some signals",
  caution: "caution",
  suspicious: "suspicious",
  high: "high risk",
};
const LINE_FINDINGS: Readonly<Record<LineType, string>> = {
  fixedVoip: "Internet phone at an address",
  nonFixedVoip: "Internet phone, bound to no address",
  landline: "Landline",
  mobile: "Mobile phone",
  personal: "Personal follow-me number",
  tollFree: "Toll-free",
  premium: "Premium rate",
  sharedCost: "Shared cost",
  uan: "Company-wide number",
  voicemail: "Voicemail",
  pager: "Pager",
  unknown: "Kind of line: not known",
  fixedLineOrMobile: "Landline or mobile, which share ranges here",
};

function validityFinding({ isValid, region, e164 }: ParsedNumber): string {
  if (isReserved(e164)) return "Kept for films and examples, nobody has it";
  if (!isValid) return "No number in this range is in use";
  return region === "" ? "In use, belongs to no single country" : `In use, ${countryName(region)}`;
}

function reportsFinding({ reporters, bad }: ReportTally): string {
  if (reporters === 0) return "No reports by members";
  return `${bad} of ${reporters} ${reporters === 1 ? "member" : "members"} reported trouble`;
}
