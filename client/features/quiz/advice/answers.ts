/** The type of an answer, and how conditions read it. */
export const QUESTION_COUNT = 20;
/** Options of one question; several where the question allows it; null while unanswered, skipped or not shown. */
export type Answer = string | readonly string[] | null;
export type QuizAnswers = Readonly<Record<number, Answer>>;

export const EMPTY_ANSWERS: QuizAnswers = Object.fromEntries(
  Array.from({ length: QUESTION_COUNT }, (_, index): [number, Answer] => [index + 1, null]),
);

/** True when the answer to question n is, or is among, one of these values. */
export function isAnswered(answers: QuizAnswers, n: number, ...values: readonly string[]): boolean {
  const answer = answers[n] ?? null;
  if (answer === null) return false;
  const chosen = typeof answer === "string" ? [answer] : answer;
  return chosen.some((value) => values.includes(value));
}
