/** This browser's quiz state: one signal, one dispatch, answers and email kept across reloads. */
import { signal } from "@preact/signals-react";
import * as z from "zod/mini";
import { browserArea, createSlot } from "../../lib/storage/storage.ts";
import { keptText, slots, STORAGE_KEYS, type ValidatorData } from "../../lib/storage/storage_keys.ts";
import type { QuizAnswers } from "./advice/answers.ts";
import { initialQuizState, type QuizEvent, type QuizState, reduceQuiz } from "./quiz_state.ts";

const answerText = z.string().check(z.maxLength(32));
export interface StoredQuiz {
  /** The number that the answers are about, in E.164; empty until one was checked. */
  readonly about: string;
  /** What was typed to ask about it, after its country. */
  readonly typed: string;
  readonly startDate: string | null;
  readonly quizAnswers: QuizAnswers;
  /** Whether the funnel's events count this quiz. */
  readonly counted: boolean;
}
export const storedQuizSchema = z.object({
  about: z._default(answerText, ""),
  typed: z._default(keptText, ""),
  startDate: z.nullable(answerText),
  quizAnswers: z.record(
    z.string().check(z.regex(/^([1-9]|1[0-9]|20)$/)),
    z.nullable(z.union([answerText, z.array(answerText)])),
  ),
  counted: z._default(z.boolean(), false),
});

const stored = createSlot<StoredQuiz | null>({
  key: STORAGE_KEYS.quizAnswers,
  schema: z.nullable(storedQuizSchema),
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

let { about = "", typed = "", counted = false } = stored.read() ?? {};

/** True once for each quiz, also across reloads. */
export function countQuiz(): boolean {
  if (counted) return false;
  counted = true;
  keepAnswers(quiz.value);
  return true;
}

/** Whether the answers are about the number in the field; answers from before the first check are about any. */
export function isAbout({ phoneNumber, country }: ValidatorData): boolean {
  return typed === "" || typed === country + phoneNumber;
}

/** Answers about one number do not apply to another, so a new number starts without any. */
export function askAbout(number: string, { phoneNumber, country }: ValidatorData): void {
  const isOther = about !== "" && about !== number;
  about = number;
  typed = country + phoneNumber;
  if (isOther) counted = false;
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

/**
 * Removes the answers, the number they are about and email from this browser at sign-out (SECURITY B6). A card form
 * that is open stays: another tab may have signed in.
 */
export function forgetQuiz(): void {
  about = typed = "";
  counted = false;
  quiz.value = { ...initialQuizState(""), isPaymentModalOpen: quiz.value.isPaymentModalOpen };
  stored.clear();
  slots.quizEmail.clear();
}

function keepAnswers({ startDate, quizAnswers }: QuizState): void {
  stored.write({ about, typed, startDate, quizAnswers, counted });
}
