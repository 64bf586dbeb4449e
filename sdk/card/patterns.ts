/** The patterns of card fields, and whether a value is complete (S-VALID-03 to S-VALID-08). */
import { type Brand, BRANDS } from "./brands.ts";
import { detectBrand } from "./detect.ts";
import { passesLuhn } from "./luhn.ts";

export const PATTERNS = {
  /** At least two letters of any script, spaces, commas, dots, hyphens or apostrophes. */
  holderName: /^[\p{L}\p{M} ,.\-'\u2019]{2,}$/u,
  pin: /^(?:\d{4,12})?$/,
} as const;

export type NumberFault = "empty" | "incomplete" | "too_long" | "wrong";

/** Undefined when the number is valid as far as can be known without asking the issuer. */
export function numberFault(digits: string, brand: Brand = detectBrand(digits)): NumberFault | undefined {
  const { minLength, maxLength } = BRANDS[brand];
  if (digits === "") return "empty";
  if (digits.length < minLength) return "incomplete";
  if (digits.length > maxLength) return "too_long";
  return passesLuhn(digits) ? undefined : "wrong";
}

/** The security code has exactly the digits its network prints: 4 for American Express, otherwise 3. */
export function cvcFault(digits: string, brand: Brand): "empty" | "incomplete" | "too_long" | undefined {
  const length = BRANDS[brand].cvcLength;
  if (digits === "") return "empty";
  if (digits.length === length) return undefined;
  return digits.length < length ? "incomplete" : "too_long";
}
