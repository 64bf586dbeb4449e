/** The digits of a card number that are stored in the clear and shown: its first and its last ones (SECURITY S4). */
import { detectBrand } from "../../../../sdk/card/detect.ts";
import { binOf } from "../../../../sdk/card/redact.ts";

const SUFFIX_CHARS = 4;
/** A short number shows fewer of its last digits, so that the first and the last are never all there are. */
const HIDDEN_CHARS = 4;

export function shownDigits(number: string): { readonly bin: string; readonly suffix: string } {
  const bin = binOf(number, detectBrand(number));
  return { bin, suffix: number.slice(Math.max(number.length - SUFFIX_CHARS, bin.length + HIDDEN_CHARS)) };
}
