/** Detects the network of a number from its first digits. The most specific range wins (S-BRAND-09). */
import { type Brand, BRANDS, type NetworkId, type PrefixRange } from "./brands.ts";
import { withPlainDigits } from "./plain_digits.ts";

/** Keeps the digits of a text, including full-width and Arabic-Indic ones. */
export function digitsOf(text: string): string {
  return withPlainDigits(text).replace(/\D/g, "");
}

/** DEFAULT while several networks are possible, UNKNOWN once none can match. */
export function detectBrand(digits: string): Brand {
  let found: Brand | undefined;
  let precision = 0;
  let undecided = false;
  for (const row of Object.values(BRANDS)) {
    for (const range of row.ranges) {
      const size = range[0].length;
      if (digits.length < size) undecided ||= mayBecome(digits, range);
      else if (size > precision && isWithin(digits.slice(0, size), range)) [found, precision] = [row.brand, size];
    }
  }
  return found ?? (undecided ? "DEFAULT" : "UNKNOWN");
}

export function networkOf(brand: Brand): NetworkId | undefined {
  return BRANDS[brand].network;
}

/** The card type in purchase events, which names fewer networks than the card form (W-VALID-04 to W-VALID-08). */
export function w_card_type(digits: string): "visa" | "mastercard" | "amex" | "discover" | "unknown" {
  if (/^4/.test(digits)) return "visa";
  if (/^5[1-5]/.test(digits)) return "mastercard";
  if (/^3[47]/.test(digits)) return "amex";
  if (/^(6011|65)/.test(digits)) return "discover";
  return "unknown";
}

// Prefixes of equal length compare as text as they do as numbers.
function isWithin(prefix: string, [first, last]: PrefixRange): boolean {
  return prefix >= first && prefix <= last;
}

function mayBecome(digits: string, [first, last]: PrefixRange): boolean {
  return digits >= first.slice(0, digits.length) && digits <= last.slice(0, digits.length);
}
