/** Conditions for the rows of the advice table. */
import { isAnswered, type QuizAnswers } from "./answers.ts";
import type { Band, PhoneLookup } from "../../../../server/wire/members/report.ts";
import { isSameOrTerritory } from "../../../../server/wire/members/territories.ts";
import { findCountry } from "../../../lib/format/countries.ts";

export interface AdviceRow extends Advice {
  readonly applies: (context: AdviceContext) => boolean;
}
type Condition = AdviceRow["applies"];

/** True when question n has one of these answers. */
export const says = (n: number, ...values: readonly string[]): Condition => ({ answers }) =>
  isAnswered(answers, n, ...values);

export const isLine = (...types: readonly string[]): Condition => ({ phone }) => types.includes(phone.lineType);

export const isInBand = (...bands: readonly string[]): Condition => ({ band }) => bands.includes(band);

export const both = (one: Condition, other: Condition): Condition => (context) => one(context) && other(context);

/** Lines whose ranges belong to one country; countries of one calling code share those of the others. */
const ORDINARY_LINES: readonly string[] = ["landline", "mobile", "fixedLineOrMobile"];

/** The caller claimed a country that the number cannot be from, as the score judges it. */
export function namesAnotherCountry({ answers, phone: { countryCode, lineType } }: AdviceContext): boolean {
  const named = answers[15] ?? null;
  if (typeof named !== "string" || !/^[A-Z]{2}$/.test(named) || countryCode === "") return false;
  const isShared = !ORDINARY_LINES.includes(lineType) && findCountry(named)?.dial === findCountry(countryCode)?.dial;
  return !isShared && !isSameOrTerritory(named, countryCode);
}

export const FTC_SCAM = "FTC, How to avoid a scam";
export const FTC_AFTER = "FTC, What to do if you were scammed";

export interface AdviceContext {
  readonly answers: QuizAnswers;
  readonly phone: PhoneLookup;
  readonly band: Band;
}

export interface Advice {
  readonly id: string;
  readonly text: string;
  readonly source: string;
}
