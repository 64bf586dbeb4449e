/** Finds phone numbers in pasted text: several numbers, or words around one. */

import { asciiDigits } from "../../../server/wire/digits.ts";

/** Digits of an international number (E.164), and the fewest that a national one has with its area code. */
const MAX_DIGITS = 15;
const MIN_DIGITS = 7;
/** Most numbers have as many with their area code. */
const WITH_AREA_DIGITS = 10;
const MAX_FOUND = 4;

/** A run of digits with the separators that people write between them, and capitals after it; a plus starts a new one. */
const RUN = /(\+?\(?\d[\d \t\u00a0().\-/]*\d)(?:[-. ]?([A-Z]{4,})(?![A-Za-z]))?/g;
/** What comes before the letters of a number: in America, an area code and the three digits after it. */
const BEFORE_LETTERS = /^(\+?1\D*)?\(?\d{3}\D+\d{3}$/;
/** With the hour after it. */
const DATE = /^(\d\d?[./-]\d\d?[./-](19|20)\d\d|(19|20)\d\d[./-]\d\d?[./-]\d\d?)( \d\d?(\.\d\d)?)?$/;

/** The numbers of the text as they are written, each once; what may be a date only where there is no other. */
export function findNumbers(text: string): readonly string[] {
  const runs = [...asciiDigits(text).matchAll(RUN)]
    .flatMap(([, run = "", word = ""]) => isSpelled(run, word) ? [] : splitRun(run.trim()));
  const byDigits = new Map(runs.filter(isLongEnough).map((run) => [digitsOf(run), run]));
  const found = [...byDigits.values()];
  const others = found.filter((run) => !DATE.test(run));
  return (others.length === 0 ? found : others).slice(0, MAX_FOUND);
}

/** The number ends in the letters of the keys to press, such as 1-800-555-CALL: its digits alone are another one. */
function isSpelled(run: string, word: string): boolean {
  return word !== "" && BEFORE_LETTERS.test(run);
}

/** The numbers to offer; none where the text is a single number and nothing else, or a number spelled in letters. */
export function numbersToOffer(text: string): readonly string[] {
  const found = findNumbers(text);
  return found.length === 1 && digitsOf(found[0] ?? "") === digitsOf(text) && !/\p{L}/u.test(text) ? [] : found;
}

/**
 * Numbers with only a space or slash between them: split at slashes where each part is a number, or else in two where
 * both have the same length, both have an area code, or both are possible.
 */
function splitRun(run: string): readonly string[] {
  if (digitsOf(run).length <= MAX_DIGITS) return [run];
  const parts = run.split("/").map((part) => part.trim());
  const possible = [...run.matchAll(/[ \t\u00a0/]+/g)]
    .map(({ index }) => [run.slice(0, index), run.slice(index).trim()])
    .filter((cut) => cut.every(isPossible));
  const even = possible.find(([one = "", other = ""]) => digitsOf(one).length === digitsOf(other).length);
  // What begins like a number dialed abroad may be two national ones, each with its 0.
  if (isShortEnough(run)) return [parts, even].find((each) => each?.every(isNational)) ?? [run];
  if (parts.every(isPossible)) return parts;
  const whole = possible.find((cut) => cut.every((part) => digitsOf(part).length >= WITH_AREA_DIGITS));
  return even ?? whole ?? possible[0] ?? [];
}

function isPossible(run: string): boolean {
  return isLongEnough(run) && isShortEnough(run);
}

function isNational(run: string): boolean {
  return digitsOf(run).length <= MAX_DIGITS && isLongEnough(run) && digitsOf(run).startsWith("0");
}

function isLongEnough(run: string): boolean {
  return digitsOf(run).length >= MIN_DIGITS;
}

/** What people dial before an international number, such as 011 in America, is no part of it. */
function isShortEnough(run: string): boolean {
  return digitsOf(run).replace(/^0(011|01|0|10|11)/, "").length <= MAX_DIGITS;
}

/** As many whole numbers as fit, in their order. */
export function joinFitting(numbers: readonly string[], maxChars: number): string {
  return numbers.reduce((text, number) => {
    const longer = text === "" ? number : `${text}, ${number}`;
    return longer.length > maxChars ? text : longer;
  }, "");
}

export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, "");
}
