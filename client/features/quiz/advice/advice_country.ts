/** The visitor's country for hotlines: the answer to question 17, or else the one that the visit comes from. */
import { visitorLocation } from "../../../lib/storage/location_store.ts";
import { quiz } from "../quiz_store.ts";

const COUNTRY_QUESTION = 17;

export function adviceCountry(): string {
  const answer = quiz.value.quizAnswers[COUNTRY_QUESTION];
  return typeof answer === "string" && /^[A-Z]{2}$/.test(answer) ? answer : visitorLocation.value.country;
}
