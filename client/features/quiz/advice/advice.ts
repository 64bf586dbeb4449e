/** Selects the rows of advice whose condition holds for the answers and the number's facts. */
import { ADVICE_ROWS } from "./advice_rows.ts";
import { isBadBand } from "../../../ui/report/bands.ts";
import type { Advice, AdviceContext } from "./advice_conditions.ts";

/** On a bad score these come first, in this order: block the number, then report it. */
const SAFETY: readonly string[] = ["next_block", "stay_away", "next_report", "report_bad"];

export function adviceFor(context: AdviceContext): readonly Advice[] {
  const advice = ADVICE_ROWS
    .filter((row) => row.applies(context))
    .map(({ id, text, source }) => ({ id, text, source }));
  if (!isBadBand(context.band)) return advice;
  const safety = SAFETY.flatMap((id) => advice.filter((row) => row.id === id));
  return [...safety, ...advice.filter(({ id }) => !SAFETY.includes(id))];
}
