/** The advice that fits: rows whose condition holds for the answers and the facts of the number. */
import type { Band, PhoneLookup } from "../../../../server/wire/members.ts";
import { ADVICE_ROWS } from "./advice_rows.ts";
import type { QuizAnswers } from "./answers.ts";

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

export function adviceFor(context: AdviceContext): readonly Advice[] {
  return ADVICE_ROWS
    .filter((row) => row.applies(context))
    .map(({ id, text, source }) => ({ id, text, source }));
}
