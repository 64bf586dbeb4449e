/** Reads and writes expiry dates in the ways shoppers and browsers fill them in. */
import { withPlainDigits } from "./plain_digits.ts";

export interface Expiry {
  /** Two digits. */
  readonly month: string;
  /** Four digits. */
  readonly year: string;
}

export const EXPIRY_FORMATS = ["MM/YY", "YYYY/MM", "YY/MM", "MM/YYYY"] as const;
export const YEAR_FORMATS = ["YY", "YYYY"] as const;
export type ExpiryFormat = (typeof EXPIRY_FORMATS)[number];

/** Cards are issued for at most ten years. Twice that is a typing error. */
const MAX_YEARS_AHEAD = 20;

/** Reads "1", "01" or "12" as two digits; undefined when it is not a month. */
export function readMonth(text: string): string | undefined {
  const month = text.trim().padStart(2, "0");
  return /^(?:0[1-9]|1[0-2])$/.test(month) ? month : undefined;
}

/** Reads "29" or "2029" as four digits. */
export function readYear(text: string): string | undefined {
  const year = text.trim();
  if (/^\d{2}$/.test(year)) return `20${year}`;
  return /^20\d{2}$/.test(year) ? year : undefined;
}

/** Reads "1/29", "01 / 2029", "0129" or "2029-01". A four-digit part is always the year. */
export function readExpiry(text: string, format: ExpiryFormat = "MM/YY"): Expiry | undefined {
  const [first, second] = splitExpiry(text, format);
  const yearFirst = first.length === 4 || (format.startsWith("Y") && second.length !== 4);
  const month = readMonth(yearFirst ? second : first);
  const year = readYear(yearFirst ? first : second);
  return month === undefined || year === undefined ? undefined : { month, year };
}

/** A card is valid until the last day of its month. */
export function expiryFault({ month, year }: Expiry, now: Date): "past" | "too_far" | undefined {
  const years = Number(year) - now.getFullYear();
  if (years < 0 || (years === 0 && Number(month) < now.getMonth() + 1)) return "past";
  return years > MAX_YEARS_AHEAD ? "too_far" : undefined;
}

export function writeExpiry({ month, year }: Expiry, format: ExpiryFormat = "MM/YY"): string {
  const shown = format.includes("YYYY") ? year : year.slice(-2);
  return format.startsWith("M") ? `${month}/${shown}` : `${shown}/${month}`;
}

/** Replaces an unsupported format with the default and warns the merchant (S-FORMAT-03). */
export function chooseFormat<F extends string>(
  wanted: string | undefined,
  formats: readonly [F, ...F[]],
  warn: (message: string) => void,
): F {
  if (wanted === undefined) return formats[0];
  const found = formats.find((format) => format === wanted);
  if (found !== undefined) return found;
  warn(`The format ${wanted} is not supported; ${formats[0]} is used. Supported: ${formats.join(", ")}`);
  return formats[0];
}

function splitExpiry(text: string, format: ExpiryFormat): readonly [string, string] {
  const parts = withPlainDigits(text).split(/[^\d]+/).filter((part) => part !== "");
  const [digits = "", second] = parts;
  if (second !== undefined) return [digits, second];
  if (format.startsWith("Y")) return [digits.slice(0, -2), digits.slice(-2)];
  // "129" is January 2029: no month starts with 2 to 9, and "12" + "9" has no year.
  const cut = digits.length % 2 === 1 ? 1 : 2;
  return [digits.slice(0, cut), digits.slice(cut)];
}
