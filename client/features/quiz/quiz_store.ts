/** The quiz state of this browser: one signal, one dispatch, answers and e-mail kept across reloads. */
import { signal } from "@preact/signals-react";
import * as z from "zod/mini";
import { browserArea, createSlot } from "../../lib/storage.ts";
import { slots, STORAGE_KEYS } from "../../lib/storage_keys.ts";
import type { QuizAnswers } from "./answers.ts";
import { initialQuizState, type QuizEvent, type QuizState, reduceQuiz } from "./quiz_state.ts";

const MAX_ANSWER_CHARS = 32;
const answerText = z.string().check(z.maxLength(MAX_ANSWER_CHARS));
const questionNumber = z.string().check(z.regex(/^([1-9]|1[0-9]|20)$/));
export const storedQuizSchema = z.object({
  startDate: z.nullable(answerText),
  quizAnswers: z.partialRecord(questionNumber, z.nullable(z.union([answerText, z.array(answerText)]))),
});
export interface StoredQuiz {
  readonly startDate: string | null;
  readonly quizAnswers: QuizAnswers;
}

const stored = createSlot<StoredQuiz | null>({
  key: STORAGE_KEYS.quizAnswers,
  schema: z.nullable(z.pipe(
    storedQuizSchema,
    z.transform((quiz): StoredQuiz => ({
      startDate: quiz.startDate,
      quizAnswers: Object.fromEntries(Object.entries(quiz.quizAnswers).map(([n, answer]) => [n, answer ?? null])),
    })),
  )),
  fallback: null,
  area: browserArea("local"),
});

/** Read with `useSignals()`. */
export const quiz = signal<QuizState>(restoredQuizState());

export function restoredQuizState(): QuizState {
  const state = initialQuizState(slots.quizEmail.read());
  const kept = stored.read();
  return kept === null ? state : reduceQuiz(state, { type: "answers_restored", ...kept });
}

export function dispatchQuiz(event: QuizEvent): void {
  const before = quiz.value;
  const after = reduceQuiz(before, event);
  if (after === before) return;
  quiz.value = after;
  if (after.email !== before.email) slots.quizEmail.write(after.email);
  if (after.quizAnswers !== before.quizAnswers) {
    stored.write({ startDate: after.startDate, quizAnswers: after.quizAnswers });
  }
}
