/** Formats what the shopper types into an element by its type, format and mask. */
import { chooseFormat, EXPIRY_FORMATS, readExpiry, readYear, writeExpiry } from "../../sdk/card/expiry.ts";
import { digitsOf } from "../../sdk/card/detect.ts";
import { caretBehind, separatorOf } from "../../sdk/card/mask.ts";
import { withPlainDigits } from "../../sdk/card/plain_digits.ts";
import type { ElementSpec } from "../../sdk/wire/elements.ts";
import { ELEMENT_TYPES, type ElementType } from "../../sdk/wire/frames.ts";
import { formatTyped, type Tidy, tidy, type Typed, typedOver } from "../field/typing.ts";
import { applyPattern } from "./pattern_mask.ts";

export const PIN_MAX_CHARS = 12;

export function cardTypeOf({ type }: ElementSpec): ElementType | undefined {
  return ELEMENT_TYPES.find((known) => known === type);
}

/** The page has already replaced an unsupported format and warned about it (S-FORMAT-03). */
function expiryFormatOf({ format }: ElementSpec) {
  return chooseFormat(format, EXPIRY_FORMATS, () => {});
}

export function tidyElement(spec: ElementSpec, typed: Typed): Tidy {
  const { text, caret } = typed;
  const before = text.slice(0, caret);
  const type = cardTypeOf(spec);
  if (type === "EXPIRATION_DATE" && expiryFormatOf(spec) !== "MM/YY") return tidyExpiry(spec, typed);
  if (type !== undefined) return tidy(type, typed, separatorOf(spec.format));
  if (spec.type === "PIN") {
    return { text: digitsOf(text).slice(0, PIN_MAX_CHARS), caret: digitsOf(before).length };
  }
  return spec.mask === undefined
    ? { text, caret }
    : tidyMasked(typed, (part) => applyPattern(part, spec.mask, spec.translation));
}

function tidyMasked({ text, caret, previous, inputType }: Typed, mask: (text: string) => string): Tidy {
  const before = text.slice(0, caret);
  const next = { text: mask(text), caret: mask(before).length };
  if (next.text !== previous) {
    // A full mask takes no more input. Dropping its last character would change what was typed.
    const isPushed = inputType === "insertText" && text.length > previous.length &&
      next.text.length === previous.length;
    return isPushed ? { text: previous, caret: caret - 1 } : next;
  }
  if (text.length >= previous.length || !inputType.startsWith("delete")) return next;
  // Only a mask character was deleted. The shopper meant the character beyond it.
  if (inputType === "deleteContentForward") {
    for (let skipped = 1; caret + skipped <= text.length; skipped++) {
      const shorter = mask(before + text.slice(caret + skipped));
      if (shorter !== previous) return { text: shorter, caret };
    }
    return next;
  }
  const kept = mask(before.slice(0, next.caret - 1));
  return { text: mask(kept + text.slice(caret)), caret: kept.length };
}

function tidyExpiry(spec: ElementSpec, typed: Typed): Tidy {
  const { text, caret } = typed;
  const format = expiryFormatOf(spec);
  const whole = text.length - typedOver(typed).length > 1 ? readExpiry(text, format) : undefined;
  if (whole !== undefined) {
    const shown = writeExpiry(whole, format);
    return { text: shown, caret: shown.length };
  }
  const shown = applyPattern(withPlainDigits(text), format.replace(/[MY]/g, "X"));
  return { text: shown, caret: caretBehind(shown, digitsOf(text.slice(0, caret)).length) };
}

/** Completes the text when the shopper leaves the field: "1/29" becomes what the format requires. */
export function formatElement(spec: ElementSpec, text: string): string {
  const type = cardTypeOf(spec);
  if (type === "EXPIRATION_DATE") {
    const expiry = readExpiry(text, expiryFormatOf(spec));
    return expiry === undefined ? text : writeExpiry(expiry, expiryFormatOf(spec));
  }
  if (type === "EXPIRATION_YEAR" && spec.format === "YYYY") return readYear(text) ?? text;
  return type === undefined ? text : formatTyped(type, text);
}

/** Converts the text to MM/YY, which the card rules read. */
export function textForRules(spec: ElementSpec, text: string): string {
  if (spec.type !== "EXPIRATION_DATE") return text;
  const expiry = readExpiry(text, expiryFormatOf(spec));
  return expiry === undefined ? text : writeExpiry(expiry);
}
