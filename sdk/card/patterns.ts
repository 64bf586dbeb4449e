/** What the fields of a card that follow a pattern may hold (spec S 5), and whether what it holds is complete. */
import { type Brand, BRANDS } from "./brands.ts";
import { detectBrand } from "./detect.ts";
import { passesLuhn } from "./luhn.ts";

export const PATTERNS = {
  /** At least two letters, spaces, commas, dots, hyphens or apostrophes; letters of any script. */
  holderName: /^[\p{L}\p{M} ,.\-'\u2019]{2,}$/u,
  pin: /^(?:\d{4,12})?$/,
} as const;

export type NumberFault = "empty" | "incomplete" | "too_long" | "wrong";

/** Undefined when the number is right as far as anybody can tell without asking the bank. */
export function numberFault(digits: string, brand: Brand = detectBrand(digits)): NumberFault | undefined {
  const { minLength, maxLength } = BRANDS[brand];
  if (digits === "") return "empty";
  if (digits.length < minLength) return "incomplete";
  if (digits.length > maxLength) return "too_long";
  return passesLuhn(digits) ? undefined : "wrong";
}

/** A CVC has exactly the digits its network prints: 4 on Amex, else 3. */
export function cvcFault(digits: string, brand: Brand): "empty" | "incomplete" | "too_long" | undefined {
  const length = BRANDS[brand].cvcLength;
  if (digits === "") return "empty";
  if (digits.length === length) return undefined;
  return digits.length < length ? "incomplete" : "too_long";
}
