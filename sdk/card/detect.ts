/** Which network a number belongs to, from its first digits; the most specific range wins (spec S 5). */
import { type Brand, BRANDS, type NetworkId, type PrefixRange } from "./brands.ts";

/** Keeps the digits of what was typed or pasted, also full-width and Arabic-Indic ones. */
export function digitsOf(text: string): string {
  return text.normalize("NFKC").replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (sign) => String(sign.charCodeAt(0) & 15))
    .replace(/\D/g, "");
}

/** DEFAULT while the digits may still become several networks, UNKNOWN once none can match. */
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

/** The name of purchase events (spec W 5), coarser than the networks of the card form. */
export function w_card_type(digits: string): "visa" | "mastercard" | "amex" | "discover" | "unknown" {
  if (/^4/.test(digits)) return "visa";
  if (/^5[1-5]/.test(digits)) return "mastercard";
  if (/^3[47]/.test(digits)) return "amex";
  if (/^(6011|65)/.test(digits)) return "discover";
  return "unknown";
}

// Prefixes of one size compare as text just as they do as numbers.
function isWithin(prefix: string, [first, last]: PrefixRange): boolean {
  return prefix >= first && prefix <= last;
}

function mayBecome(digits: string, [first, last]: PrefixRange): boolean {
  return digits >= first.slice(0, digits.length) && digits <= last.slice(0, digits.length);
}
