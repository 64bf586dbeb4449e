/** Tidies what was typed into an element by its type, format and mask. */
import { chooseFormat, EXPIRY_FORMATS, readExpiry, readYear, writeExpiry } from "../../sdk/card/expiry.ts";
import { digitsOf } from "../../sdk/card/detect.ts";
import { caretBehind, separatorOf } from "../../sdk/card/mask.ts";
import type { ElementSpec } from "../../sdk/wire/elements.ts";
import { ELEMENT_TYPES, type ElementType } from "../../sdk/wire/frames.ts";
import { settle, type Tidy, tidy, type Typed } from "../field/typing.ts";
import { applyPattern } from "./pattern_mask.ts";

export const PIN_MAX_CHARS = 12;

export function cardTypeOf({ type }: ElementSpec): ElementType | undefined {
  return ELEMENT_TYPES.find((known) => known === type);
}

/** The page has chosen a supported one and warned about any other (spec S 5). */
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
  if (spec.mask === undefined) return { text, caret };
  return {
    text: applyPattern(text, spec.mask, spec.translation),
    caret: applyPattern(before, spec.mask, spec.translation).length,
  };
}

function tidyExpiry(spec: ElementSpec, { text, caret, previous }: Typed): Tidy {
  const format = expiryFormatOf(spec);
  const whole = text.length - previous.length > 1 ? readExpiry(text, format) : undefined;
  if (whole !== undefined) {
    const shown = writeExpiry(whole, format);
    return { text: shown, caret: shown.length };
  }
  const shown = applyPattern(text, format.replace(/[MY]/g, "X"));
  return { text: shown, caret: caretBehind(shown, digitsOf(text.slice(0, caret)).length) };
}

/** On leaving a field: "1/29" becomes what the format says. */
export function settleElement(spec: ElementSpec, text: string): string {
  const type = cardTypeOf(spec);
  if (type === "EXPIRATION_DATE") {
    const expiry = readExpiry(text, expiryFormatOf(spec));
    return expiry === undefined ? text : writeExpiry(expiry, expiryFormatOf(spec));
  }
  if (type === "EXPIRATION_YEAR" && spec.format === "YYYY") return readYear(text) ?? text;
  return type === undefined ? text : settle(type, text);
}

/** The rules of cards read MM/YY. */
export function textForRules(spec: ElementSpec, text: string): string {
  if (spec.type !== "EXPIRATION_DATE") return text;
  const expiry = readExpiry(text, expiryFormatOf(spec));
  return expiry === undefined ? text : writeExpiry(expiry);
}
