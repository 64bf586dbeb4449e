/** The country a person is in. Rules compare it with the number's; without it a report lists it as a gap. */
import { CLAIMED_COUNTRY_HEADER } from "../../server/wire/members/report.ts";
import { draft } from "../features/checkout/checkout_store.ts";
import { quiz } from "../features/quiz/quiz_store.ts";
import { visitorLocation } from "../lib/storage/location_store.ts";
import { validator } from "../lib/storage/validator_store.ts";

/** Number of the question "Which country are you in?". */
const COUNTRY_QUESTION = "17";

/**
 * The country that the person chose, or else that of the trace, or else the one beside the number, which the free check
 * uses.
 */
function visitorCountry(): string {
  const answer = quiz.value.quizAnswers[COUNTRY_QUESTION];
  const said = typeof answer === "string" ? answer : "";
  return said || draft.value.country || visitorLocation.value.country || validator.value.country;
}

/** The header that says where the caller said to be; none when they named no country. */
export function claimedHeader(claimedCountry: string): Readonly<Record<string, string>> {
  return claimedCountry === "" ? {} : { [CLAIMED_COUNTRY_HEADER]: claimedCountry };
}

/** The header of a report call, whose body has no field for the country (W-CALL-21). */
export function countryHeader(): Readonly<Record<string, string>> {
  const country = visitorCountry();
  return country === "" ? {} : { "x-country": country };
}
