/**
 * Quiz state (W-QUIZ-01 to W-QUIZ-11) and its transitions. The number itself is in the validator store, names and
 * the chosen payment method in the checkout's.
 */
import { type Answer, EMPTY_ANSWERS, QUESTION_COUNT, type QuizAnswers } from "./advice/answers.ts";
import { withoutPointless } from "./quiz_skips.ts";

export interface QuizState {
  /** ISO 8601 time of the first answer. */
  readonly startDate: string | null;
  readonly email: string;
  readonly isPaymentModalOpen: boolean;
  readonly quizAnswers: QuizAnswers;
}

export type QuizEvent =
  | { readonly type: "question_answered"; readonly question: number; readonly answer: Answer; readonly at: string }
  | { readonly type: "answers_restored"; readonly startDate: string | null; readonly quizAnswers: QuizAnswers }
  | { readonly type: "quiz_restarted" }
  | { readonly type: "email_changed"; readonly email: string }
  | { readonly type: "payment_modal_opened" }
  | { readonly type: "payment_modal_closed" };

/** The initial values (W-QUIZ-04 to W-QUIZ-09); the email is the stored one or empty text. */
export function initialQuizState(storedEmail: string): QuizState {
  return {
    startDate: null,
    email: storedEmail,
    isPaymentModalOpen: false,
    quizAnswers: EMPTY_ANSWERS,
  };
}

export function reduceQuiz(state: QuizState, event: QuizEvent): QuizState {
  switch (event.type) {
    case "question_answered":
      return answerQuestion(state, event);
    case "answers_restored":
      return {
        ...state,
        startDate: event.startDate,
        quizAnswers: withoutPointless({ ...EMPTY_ANSWERS, ...event.quizAnswers }),
      };
    case "quiz_restarted":
      return { ...state, startDate: null, quizAnswers: EMPTY_ANSWERS };
    case "email_changed":
      return { ...state, email: event.email };
    case "payment_modal_opened":
      return { ...state, isPaymentModalOpen: true };
    case "payment_modal_closed":
      return { ...state, isPaymentModalOpen: false };
  }
}

function answerQuestion(
  state: QuizState,
  { question, answer, at }: Extract<QuizEvent, { type: "question_answered" }>,
): QuizState {
  if (!Number.isInteger(question) || question < 1 || question > QUESTION_COUNT) return state;
  const value = Array.isArray(answer) && answer.length === 0 ? null : answer;
  return {
    ...state,
    startDate: state.startDate ?? (value === null ? null : at),
    quizAnswers: withoutPointless({ ...state.quizAnswers, [question]: value }),
  };
}
