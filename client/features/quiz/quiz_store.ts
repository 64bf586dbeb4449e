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
  /** The number the answers are about, in E.164; absent until one was checked. */
  about: z.optional(answerText),
  startDate: z.nullable(answerText),
  quizAnswers: z.partialRecord(questionNumber, z.nullable(z.union([answerText, z.array(answerText)]))),
});
export interface StoredQuiz {
  readonly about: string;
  readonly startDate: string | null;
  readonly quizAnswers: QuizAnswers;
}

const stored = createSlot<StoredQuiz | null>({
  key: STORAGE_KEYS.quizAnswers,
  schema: z.nullable(z.pipe(
    storedQuizSchema,
    z.transform((quiz): StoredQuiz => ({
      about: quiz.about ?? "",
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
  if (kept === null) return state;
  const { startDate, quizAnswers } = kept;
  return reduceQuiz(state, { type: "answers_restored", startDate, quizAnswers });
}

let about = stored.read()?.about ?? "";

/** Answers about one number say nothing about another: a new one starts with none. */
export function askAbout(number: string): void {
  const isOther = about !== "" && about !== number;
  about = number;
  if (isOther) dispatchQuiz({ type: "quiz_restarted" });
  else keepAnswers(quiz.value);
}

export function dispatchQuiz(event: QuizEvent): void {
  const before = quiz.value;
  const after = reduceQuiz(before, event);
  if (after === before) return;
  quiz.value = after;
  if (after.email !== before.email) slots.quizEmail.write(after.email);
  if (after.quizAnswers !== before.quizAnswers) keepAnswers(after);
}

function keepAnswers({ startDate, quizAnswers }: QuizState): void {
  stored.write({ about, startDate, quizAnswers });
}
