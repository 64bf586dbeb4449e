/** Turns the typed number and the chosen country into the one number for the report call. */
import { findCountry } from "../../lib/format/countries.ts";
import { NO_NUMBER, TOO_SHORT } from "./constants.ts";

const MIN_DIGITS = 3;

/** One message when the text cannot be a number; empty otherwise. The service decides the rest. */
export function numberProblem(text: string): string {
  const digits = text.replace(/\D/g, "");
  if (digits === "") return NO_NUMBER;
  return digits.length < MIN_DIGITS ? TOO_SHORT : "";
}

/** The report call has no country field (W-CALL-21), so a national number gets its calling code as a prefix. */
export function toInternational(text: string, country: string): string {
  const typed = text.trim();
  if (typed.startsWith("+")) return typed;
  if (/^00\d/.test(typed)) return `+${typed.slice(2)}`;
  const dial = findCountry(country)?.dial;
  return dial === undefined ? typed : `+${dial} ${typed}`;
}
