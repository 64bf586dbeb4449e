/** Turns what was typed and the chosen country into the one number the report service is asked for. */
import { findCountry } from "../../lib/format/countries.ts";
import { NO_NUMBER, TOO_SHORT } from "./constants.ts";

const MIN_DIGITS = 3;

/** One sentence when it cannot be a number at all; empty otherwise. The service decides everything finer. */
export function numberProblem(text: string): string {
  const digits = text.replace(/\D/g, "");
  if (digits === "") return NO_NUMBER;
  return digits.length < MIN_DIGITS ? TOO_SHORT : "";
}

/** The report call has no place for a country (spec W 7), so a national number gets its calling code in front. */
export function toInternational(text: string, country: string): string {
  const typed = text.trim();
  if (typed.startsWith("+")) return typed;
  if (/^00\d/.test(typed)) return `+${typed.slice(2)}`;
  const dial = findCountry(country)?.dial;
  return dial === undefined ? typed : `+${dial} ${typed}`;
}
