/** Formats what the shopper types and keeps the caret at the edited place. */
import { type Brand, BRANDS } from "../../sdk/card/brands.ts";
import { detectBrand, digitsOf } from "../../sdk/card/detect.ts";
import { readExpiry, readMonth, readYear, writeExpiry } from "../../sdk/card/expiry.ts";
import { formatExpiryEntry } from "../../sdk/card/expiry_entry.ts";
import { caretBehind, type Separator } from "../../sdk/card/mask.ts";
import type { ElementType } from "../../sdk/wire/frames.ts";
import { editNumber } from "./number_entry.ts";

export interface Typed {
  readonly text: string;
  readonly caret: number;
  readonly previous: string;
  readonly inputType: string;
}

export interface Tidy {
  readonly text: string;
  readonly caret: number;
}

/** The text before the edit; empty when a browser or a paste replaced it, which is not typing. */
export function typedOver({ previous, inputType }: Typed): string {
  return /^$|Paste|Drop|Replacement/.test(inputType) ? "" : previous;
}

export function tidy(type: ElementType, typed: Typed, separator: Separator): Tidy {
  switch (type) {
    case "CARD_NUMBER":
      return editNumber(typed, separator);
    case "EXPIRATION_DATE": {
      const text = formatExpiryEntry(typed.text, typedOver(typed));
      const isAtEnd = typed.caret >= typed.text.length;
      const digits = digitsOf(typed.text.slice(0, typed.caret)).length;
      return { text, caret: isAtEnd ? text.length : caretBehind(text, digits) };
    }
    case "EXPIRATION_MONTH":
    case "EXPIRATION_YEAR":
    case "CVV":
      return { text: digitsOf(typed.text), caret: digitsOf(typed.text.slice(0, typed.caret)).length };
    case "CARDHOLDER_NAME":
      return { text: typed.text, caret: typed.caret };
  }
}

/**
 * Completes the text when the shopper leaves the field: "1" becomes "01", "2029" becomes "29" and "1/29" becomes
 * "01/29".
 */
export function formatTyped(type: ElementType, text: string): string {
  if (type === "EXPIRATION_DATE") {
    const expiry = readExpiry(text);
    return expiry === undefined ? text : writeExpiry(expiry);
  }
  if (type === "EXPIRATION_MONTH") return readMonth(text) ?? text;
  if (type === "EXPIRATION_YEAR") return readYear(text)?.slice(-2) ?? text;
  return type === "CARDHOLDER_NAME" ? text.trim() : text;
}

export function brandOf(numberText: string): Brand {
  return detectBrand(digitsOf(numberText));
}

/** 4 digits for American Express, 3 for every other network (S-VALID-07). */
export function cvcLengthOf(brand: Brand): number {
  return BRANDS[brand].cvcLength;
}
