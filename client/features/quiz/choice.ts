/** Choosing among several answers: an exclusive answer clears the others, and the other way round. */
import type { Answer } from "./advice/answers.ts";
import type { Option } from "./questions.ts";

export function toggleChoice(options: readonly Option[], chosen: readonly string[], value: string): Answer {
  const isAlone = (candidate: string) => options.some((option) => option.value === candidate && option.alone === true);
  if (chosen.includes(value)) return emptyAsNull(chosen.filter((other) => other !== value));
  if (isAlone(value)) return [value];
  const kept = [...chosen.filter((other) => !isAlone(other)), value];
  // In the order of the options, so that the same choice always gives the same value.
  return options.map((option) => option.value).filter((candidate) => kept.includes(candidate));
}

function emptyAsNull(values: readonly string[]): Answer {
  return values.length === 0 ? null : values;
}
