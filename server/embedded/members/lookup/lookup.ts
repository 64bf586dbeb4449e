/** One look-up, from the typed text to the scored result, step by step and measured. */
import type { CheckStep, Score } from "../../../wire/members/report.ts";
import type { ReportTally } from "../scoring/report_weight.ts";
import { factsOf, type NumberFacts } from "../numbering/report_facts.ts";
import { canBeFrom, type ParsedNumber, parsePhoneNumber } from "../numbering/parse_phone_number.ts";
import { isReserved } from "../numbering/reserved_ranges.ts";
import { NO_SCORE, scoreOf } from "../scoring/score.ts";
import type { KnownFacts } from "../scoring/unknowns.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import type { CodedSentence, SentenceParams } from "../../../wire/site/coded_sentences.ts";
import type { SentenceCode } from "../../../wire/site/service_sentences.ts";
import type { LookupSource } from "./sources/source.ts";

export interface LookupPorts {
  readonly source: LookupSource;
  reportsOn(e164: string): Promise<ReportTally>;
}
export interface LookupQuestion {
  readonly text: string;
  /** The country of national numbers, or empty. */
  readonly country: string;
  /** Whose calls from abroad are judged, or empty; default: `country`. */
  readonly askerCountry?: string;
  readonly ownNumber?: string;
  /** Where the caller said to be; default: not known. */
  readonly claimedCountry?: string;
}
/** One step's result in English, with its code; a place name has none. */
export interface Finding extends CodedSentence {
  readonly finding: string;
}
export interface FinishedStep extends Finding {
  readonly step: CheckStep;
  readonly took_us: number;
}
export interface LookupResult {
  readonly known: KnownFacts;
  readonly facts: ReturnType<typeof factsOf>;
  readonly score: Score;
  readonly claimedCountry: string;
}
export type LookupOutcome = { readonly kind: "done"; readonly looked: LookupResult } | {
  readonly kind: "failed";
  readonly why: SentenceCode;
  readonly score: Score;
};

function finding(code: SentenceCode, params?: SentenceParams): Finding {
  const { error, ...said } = refusal(code, params);
  return { finding: error, ...said };
}

/** Calls `onStep` after each step, in order. */
export async function lookUp(
  question: LookupQuestion,
  ports: LookupPorts,
  onStep: (step: FinishedStep) => void = () => {},
): Promise<LookupOutcome> {
  let since = performance.now();
  const finishStep = <T>(step: CheckStep, value: T, found: Finding): T => {
    const nowMs = performance.now();
    onStep({ step, ...found, took_us: Math.round((nowMs - since) * 1_000) });
    since = nowMs;
    return value;
  };
  const parsed = parsePhoneNumber(question.text, question.country);
  const { askerCountry = question.country, claimedCountry = "" } = question;
  if (parsed.kind === "unreadable") return { kind: "failed", why: parsed.why, score: NO_SCORE };
  const number = finishStep("read", parsed.number, finding("found_valid_format"));
  finishStep("validity", number.isValid, validityFinding(number));
  const line = await ports.source.line(number);
  finishStep("line", line, finding(`found_line_${line}`));
  const place = await ports.source.place(number);
  finishStep("place", place, place.location === "" ? finding("found_no_place") : { finding: place.location });
  const carrier = await ports.source.carrier(number);
  finishStep("carrier", carrier, carrier === "" ? finding("found_no_network") : finding("found_network", { carrier }));
  const reports = await ports.reportsOn(number.e164);
  finishStep("reports", reports, reportsFinding(reports));
  const found: NumberFacts = { lineType: line, place, carrier };
  const score = scoreOf({
    ...number,
    lineType: line,
    askerCountry,
    ownNumber: question.ownNumber ?? "",
    isElsewhere: claimedCountry !== "" && !canBeFrom(number, claimedCountry),
    reports,
  });
  finishStep("score", score, finding(`found_score_${score.band}`, { score: score.value ?? 0 }));
  const others = await ports.source.usedFor?.(number) ?? [];
  const known: KnownFacts = { number, found, reports, askerCountry };
  return {
    kind: "done",
    looked: { known, facts: factsOf(number, found, { fraudScore: score.value ?? 0, others }), score, claimedCountry },
  };
}

function validityFinding({ isValid, e164 }: ParsedNumber): Finding {
  if (isReserved(e164)) return finding("found_reserved");
  return finding(isValid ? "found_valid_range" : "found_unassigned");
}

function reportsFinding({ reporters, bad }: ReportTally): Finding {
  return reporters === 0 ? finding("found_no_reports") : finding("found_reports", { bad, all: reporters });
}
