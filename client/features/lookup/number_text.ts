/** Turns the typed number and the chosen country into the one number for the report call. */
import { asciiDigits } from "../../../server/wire/digits.ts";
import { findCountry } from "../../lib/format/countries.ts";
import { digitsOf } from "../../lib/phone/find_numbers.ts";
import { NO_NUMBER, TOO_SHORT } from "./constants.ts";

const MIN_DIGITS = 3;

/** One message when the text cannot be a number; empty otherwise. The service decides the rest. */
export function numberProblem(text: string): string {
  const digits = digitsOf(text);
  if (digits === "") return NO_NUMBER;
  return digits.length < MIN_DIGITS ? TOO_SHORT : "";
}

/** Some countries dial 001 or 0011 abroad: what follows may be a calling code, or the rest of one of these. */
const DIALED_ABROAD = /^00[\s.-]*(?=[2-9])/;
/** What the countries of calling code 1 dial before another country's. */
const DIALED_FROM_AMERICA = /^011[\s.-]*(?=[1-9])/;

export interface InternationalText {
  readonly text: string;
  /** The country of a national number, whose calling code stands before it; else empty. */
  readonly numberCountry: string;
}

/** The report call has no country field (W-CALL-21), so a national number gets its calling code as a prefix. */
export function toInternational(text: string, country: string): InternationalText {
  const typed = asciiDigits(text).replace(/[\p{Cf}\p{Cc}]/gu, "").trim().replace(/^\(\+(\d+)\)/, "+$1");
  const dial = findCountry(country)?.dial;
  const abroad = typed.replace(DIALED_ABROAD, "+");
  const whole = dial === "1" ? abroad.replace(DIALED_FROM_AMERICA, "+") : abroad;
  return whole.startsWith("+") || dial === undefined
    ? { text: whole, numberCountry: "" }
    : { text: `+${dial} ${whole}`, numberCountry: country };
}
