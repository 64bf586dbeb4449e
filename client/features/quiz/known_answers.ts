/** What the questions show of the visitor: nothing yet on a screen that the server sent. */
import { useKnown } from "../../lib/hydration/use_known.ts";
import { visitorLocation } from "../../lib/storage/location_store.ts";
import { EMPTY_ANSWERS, type QuizAnswers } from "./advice/answers.ts";
import { quiz } from "./quiz_store.ts";

export interface KnownAnswers {
  readonly quizAnswers: QuizAnswers;
  /** The country that the visit comes from. */
  readonly suggestedCountry: string;
}

/** A component that calls this must call `useSignals()` first. */
export function useKnownAnswers(): KnownAnswers {
  const isKnown = useKnown();
  return isKnown
    ? { quizAnswers: quiz.value.quizAnswers, suggestedCountry: visitorLocation.value.country }
    : { quizAnswers: EMPTY_ANSWERS, suggestedCountry: "" };
}
