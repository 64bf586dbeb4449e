/**
 * The digits of a card number that may leave the frame: the first 8, or 6 of a network whose numbers are short. The
 * last 4 come from the vault after storing.
 */
import type { Brand } from "./brands.ts";
import { SHORT_NUMBERS } from "./short_numbers.ts";

export const BIN_MAX_CHARS = 8;
const SHORT_BIN_CHARS = 6;

export function binOf(digits: string, brand: Brand): string {
  return digits.slice(0, SHORT_NUMBERS.test(brand) ? SHORT_BIN_CHARS : BIN_MAX_CHARS);
}
