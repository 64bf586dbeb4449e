/** Selects the rows of advice whose condition holds for the answers and the number's facts. */
import { ADVICE_ROWS } from "./advice_rows.ts";
import type { Advice, AdviceContext } from "./advice_conditions.ts";

export function adviceFor(context: AdviceContext): readonly Advice[] {
  return ADVICE_ROWS
    .filter((row) => row.applies(context))
    .map(({ id, text, source }) => ({ id, text, source }));
}
