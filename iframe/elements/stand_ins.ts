/** Digits that stand for those a page may not know: its expressions are tried on them, so that no answer tells of a card. */

const DIGITS = "0123456789";
const REVERSED = [...DIGITS].reverse().join("");

/** Ten uniform strings and two sequences: what a usual expression takes is among them. */
export function standIns(length: number): readonly string[] {
  const times = Math.ceil(length / DIGITS.length);
  return [
    ...[...DIGITS].map((digit) => digit.repeat(length)),
    ...[DIGITS, REVERSED].map((sequence) => sequence.repeat(times).slice(0, length)),
  ];
}
