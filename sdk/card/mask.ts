/** Formats a number while it is typed, and finds where the caret belongs afterwards. */
import { type Brand, BRANDS } from "./brands.ts";

export type Separator = " " | "-";

/** This format separates by hyphens, every other by spaces (S-FORMAT-04). */
export function separatorOf(format: string | undefined): Separator {
  return format === "XXXX-XXXX-XXXX-XXXX" ? "-" : " ";
}

/** Cuts digits into the network's groups. Digits beyond the mask form one more group (S-MASK-05). */
export function formatNumber(digits: string, brand: Brand, separator: Separator = " "): string {
  const parts: string[] = [];
  let rest = digits;
  for (const size of BRANDS[brand].groups) {
    if (rest === "") break;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  if (rest !== "") parts.push(rest);
  return parts.join(separator);
}

/** Index after the n-th digit, so that the caret stays at the edited place. */
export function caretBehind(formatted: string, digitCount: number): number {
  if (digitCount <= 0) return 0;
  let seen = 0;
  for (let index = 0; index < formatted.length; index++) {
    if (/\d/.test(formatted.charAt(index)) && ++seen === digitCount) return index + 1;
  }
  return formatted.length;
}
