/** The digits of a card number that may leave the frame: the first 8 (Amex 6) and, of a long enough number, the last 4. */
import type { Brand } from "./brands.ts";

export const BIN_MAX_CHARS = 8;
const AMEX_BIN_CHARS = 6;
const LAST_CHARS = 4;
/** First and last digits together leave at least this many unknown (PCI DSS truncation). */
const HIDDEN_MIN_CHARS = 4;

export function binOf(digits: string, brand: Brand): string {
  return digits.slice(0, brand === "AMEX" ? AMEX_BIN_CHARS : BIN_MAX_CHARS);
}

/** Empty where the number is so short that first and last digits would nearly spell it. */
export function lastFourOf(digits: string, brand: Brand): string {
  const hidden = digits.length - binOf(digits, brand).length - LAST_CHARS;
  return hidden >= HIDDEN_MIN_CHARS ? digits.slice(-LAST_CHARS) : "";
}

/** What a BIN look-up is asked with: digits only, dashes and X removed, at most 8 (spec S 5). */
export function lookupBinOf(value: string): string {
  return value.replace(/\D/g, "").slice(0, BIN_MAX_CHARS);
}
