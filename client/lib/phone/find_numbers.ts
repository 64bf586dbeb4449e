/** Finds phone numbers in pasted text: several numbers, or words around one. */

import { asciiDigits } from "../../../server/wire/digits.ts";

/** Digits of an international number (E.164), and the fewest that a national one has with its area code. */
const MAX_DIGITS = 15;
const MIN_DIGITS = 7;
const MAX_FOUND = 4;

/** A run of digits with the separators that people write between them; a plus starts a new one. */
const RUN = /\+?\(?\d[\d \t\u00a0().\-/]*\d/g;

/** The numbers of the text as they are written, each once. */
export function findNumbers(text: string): readonly string[] {
  const runs = [...asciiDigits(text).matchAll(RUN)].flatMap(([run]) => splitRun(run.trim()));
  const byDigits = new Map(runs.filter(isLongEnough).map((run) => [digitsOf(run), run]));
  return [...byDigits.values()].slice(0, MAX_FOUND);
}

/** The numbers to offer; none where the text is a single number and nothing else, or a number spelled in letters. */
export function numbersToOffer(text: string): readonly string[] {
  const found = findNumbers(text);
  return found.length === 1 && digitsOf(found[0] ?? "") === digitsOf(text) && !/\p{L}/u.test(text) ? [] : found;
}

/**
 * Two numbers with only a space between them: split where both have the same length, or else where both are possible.
 */
function splitRun(run: string): readonly string[] {
  if (digitsOf(run).length <= MAX_DIGITS) return [run];
  const cuts = [...run.matchAll(/[ \t\u00a0/]+/g)].map(({ index }) => [run.slice(0, index), run.slice(index).trim()]);
  const possible = cuts.filter((cut) => cut.every((part) => isLongEnough(part) && digitsOf(part).length <= MAX_DIGITS));
  const even = possible.find(([one = "", other = ""]) => digitsOf(one).length === digitsOf(other).length);
  return even ?? possible[0] ?? [];
}

function isLongEnough(run: string): boolean {
  return digitsOf(run).length >= MIN_DIGITS;
}

export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, "");
}
