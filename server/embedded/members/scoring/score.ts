/** The additive score: points of all matching rules, raised to the highest minimum, with each reason and its effect. */
import type { Band, Reason, Score } from "../../../wire/members/report.ts";
import { type Rule, RULES, type ScoreInput } from "./score_rules.ts";

const MAX_SCORE = 100;
/** Lowest score of each band, highest first (docs/decisions/members/scores-and-line-types.md). */
const BAND_STARTS: readonly (readonly [number, Band])[] = [
  [85, "high"],
  [75, "suspicious"],
  [50, "caution"],
  [25, "some"],
];

/** Not a phone number: no score, neither 0 nor 100. */
export const NO_SCORE: Score = { value: null, band: "none", reasons: [] };

export function bandOf(value: number): Band {
  return BAND_STARTS.find(([start]) => value >= start)?.[1] ?? "none";
}

/** Pure: the same input always gives the same score. `rules` lets a test check a single rule. */
export function scoreOf(input: ScoreInput, rules: readonly Rule[] = RULES): Score {
  const hits = rules.filter((rule) => rule.applies(input));
  const value = total(hits, input);
  return { value, band: bandOf(value), reasons: hits.map((rule) => reasonOf(rule, { hits, input, value })) };
}

function total(rules: readonly Rule[], input: ScoreInput): number {
  let sum = 0;
  let floor = 0;
  for (const rule of rules) {
    if ("floor" in rule) floor = Math.max(floor, rule.floor);
    else sum += pointsOf(rule, input);
  }
  return Math.min(MAX_SCORE, Math.max(sum, floor));
}

/** Points of an additive rule from the table; of a minimum, the points it added. */
function reasonOf(
  rule: Rule,
  { hits, input, value }: { readonly hits: readonly Rule[]; readonly input: ScoreInput; readonly value: number },
): Reason {
  const without = total(hits.filter((other) => other !== rule), input);
  return {
    rule: rule.id,
    points: "floor" in rule ? value - without : pointsOf(rule, input),
    floor: "floor" in rule ? rule.floor : null,
    title: rule.title,
    why: rule.why,
    source: rule.source,
    without,
  };
}

function pointsOf(rule: Extract<Rule, { readonly points: unknown }>, input: ScoreInput): number {
  return typeof rule.points === "function" ? rule.points(input) : rule.points;
}
