/**
 * The digits of a card number that may leave the frame: the first 8, or 6 of American Express. The last 4 come from the
 * vault after storing.
 */
import type { Brand } from "./brands.ts";

export const BIN_MAX_CHARS = 8;
const AMEX_BIN_CHARS = 6;

export function binOf(digits: string, brand: Brand): string {
  return digits.slice(0, brand === "AMEX" ? AMEX_BIN_CHARS : BIN_MAX_CHARS);
}
