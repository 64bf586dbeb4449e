/** Which questions are asked, and which comes next: an answer can make another question irrelevant. */
import { isAnswered, QUESTION_COUNT, type QuizAnswers } from "./advice/answers.ts";

/** Before the first call there is nothing to ask about what happened. */
const POINTLESS_BEFORE_CONTACT: readonly number[] = [2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

export function isAsked(n: number, answers: QuizAnswers): boolean {
  if (n < 1 || n > QUESTION_COUNT) return false;
  if (isAnswered(answers, 1, "not_yet") && POINTLESS_BEFORE_CONTACT.includes(n)) return false;
  if (n === 7 && isAnswered(answers, 6, "no")) return false;
  if (n === 14 && isAnswered(answers, 9, "no")) return false;
  return true;
}

/** Beside the question that it follows from, "How did they want to be paid?" waits for its yes. */
export function isShownBeside(n: number, answers: QuizAnswers): boolean {
  if (n === 7 && (answers[7] ?? null) === null && !isAnswered(answers, 6, "yes")) return false;
  return isAsked(n, answers);
}

/** The next question to ask, or undefined after the last one. */
export function questionAfter(n: number, answers: QuizAnswers): number | undefined {
  for (let next = n + 1; next <= QUESTION_COUNT; next++) if (isAsked(next, answers)) return next;
  return undefined;
}

/** The previous question, or undefined at the first one. */
export function questionBefore(n: number, answers: QuizAnswers): number | undefined {
  for (let previous = n - 1; previous >= 1; previous--) if (isAsked(previous, answers)) return previous;
  return undefined;
}

/** Clears the answers of questions that are no longer asked. */
export function withoutPointless(answers: QuizAnswers): QuizAnswers {
  return Object.fromEntries(
    Object.entries(answers).map(([n, answer]) => [n, isAsked(Number(n), answers) ? answer : null]),
  );
}

/** Where an interrupted quiz continues: after the last answer; undefined when nothing is answered. */
export function questionToResume(answers: QuizAnswers): number | undefined {
  for (let n = QUESTION_COUNT; n >= 1; n--) {
    if ((answers[n] ?? null) !== null) return questionAfter(n, answers) ?? QUESTION_COUNT;
  }
  return undefined;
}
