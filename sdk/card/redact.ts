/** The digits of a card number that may leave the frame: the first 8, of Amex 6. The vault tells the last 4 of what is stored. */
import type { Brand } from "./brands.ts";

export const BIN_MAX_CHARS = 8;
const AMEX_BIN_CHARS = 6;

export function binOf(digits: string, brand: Brand): string {
  return digits.slice(0, brand === "AMEX" ? AMEX_BIN_CHARS : BIN_MAX_CHARS);
}
