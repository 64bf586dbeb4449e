/** The country a person is in. Rules compare it with the number's; without it a report lists it as a gap. */
import { CLAIMED_COUNTRY_HEADER, NUMBER_COUNTRY_HEADER } from "../../server/wire/members/report.ts";
import type { ReportCountries } from "../features/lookup/lookup.ts";
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

/** The headers of a report call, whose body has no field for a country (W-CALL-21); none for a country not known. */
export function reportHeaders({ claimedCountry, numberCountry }: ReportCountries): Readonly<Record<string, string>> {
  return {
    ...countryHeader(),
    ...(claimedCountry === "" ? {} : { [CLAIMED_COUNTRY_HEADER]: claimedCountry }),
    ...(numberCountry === "" ? {} : { [NUMBER_COUNTRY_HEADER]: numberCountry }),
  };
}

/** The header that says which country the person is in. */
export function countryHeader(): Readonly<Record<string, string>> {
  const country = visitorCountry();
  return country === "" ? {} : { "x-country": country };
}
