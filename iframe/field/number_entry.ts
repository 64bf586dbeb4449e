/** One edit of the card number: the new text and caret from what the browser left in the input. */
import { type Brand, BRANDS } from "../../sdk/card/brands.ts";
import { detectBrand, digitsOf } from "../../sdk/card/detect.ts";
import { caretBehind, formatNumber, type Separator } from "../../sdk/card/mask.ts";

export interface Edit {
  readonly text: string;
  readonly caret: number;
  /** What the input showed before the edit. */
  readonly previous: string;
  /** `InputEvent.inputType`; empty when the browser filled the field. */
  readonly inputType: string;
}

export interface Entry {
  readonly text: string;
  readonly caret: number;
  readonly brand: Brand;
}

export function editNumber({ text, caret, previous, inputType }: Edit, separator: Separator): Entry {
  const before = digitsOf(previous);
  let digits = digitsOf(text);
  let digitsBehindCaret = digitsOf(text.slice(0, caret)).length;
  if (digits === before && text.length < previous.length) {
    // Only a separator was deleted. The shopper meant a digit.
    if (inputType === "deleteContentForward") {
      digits = digits.slice(0, digitsBehindCaret) + digits.slice(digitsBehindCaret + 1);
    } else if (inputType.startsWith("delete")) {
      digits = digits.slice(0, Math.max(0, digitsBehindCaret - 1)) + digits.slice(digitsBehindCaret);
      digitsBehindCaret--;
    }
  }
  const brand = detectBrand(digits);
  const { maxLength } = BRANDS[brand];
  if (digits.length > maxLength && inputType === "insertText" && before.length >= maxLength) {
    // A full number takes no more digits. Dropping its last digit would change what was typed.
    return entry(before, Math.max(0, digitsBehindCaret - 1), separator);
  }
  return entry(digits.slice(0, maxLength), digitsBehindCaret, separator);
}

function entry(digits: string, digitsBehindCaret: number, separator: Separator): Entry {
  const brand = detectBrand(digits);
  const text = formatNumber(digits, brand, separator);
  return { text, caret: caretBehind(text, digitsBehindCaret), brand };
}
