/**
 * Placeholder digits for those that a page may not know. The page's regular expressions are tried on them, so that no
 * result reveals a digit of the card.
 */

const DIGITS = "0123456789";
const REVERSED = [...DIGITS].reverse().join("");

/** Ten uniform strings and two sequences. A common expression accepts at least one of them. */
export function placeholderDigits(length: number): readonly string[] {
  const times = Math.ceil(length / DIGITS.length);
  return [
    ...[...DIGITS].map((digit) => digit.repeat(length)),
    ...[DIGITS, REVERSED].map((sequence) => sequence.repeat(times).slice(0, length)),
  ];
}
