/** What an expiry field shows while the shopper types into it: the slash comes by itself and never stands in the way. */
import { readExpiry, writeExpiry } from "./expiry.ts";

/** `previous` tells typing from deleting: a slash just deleted must not come back. */
export function formatExpiryEntry(text: string, previous: string): string {
  const whole = isFilledIn(text, previous) ? readExpiry(text) : undefined;
  if (whole !== undefined) return writeExpiry(whole);
  const typed = text.replace(/[^\d/]/g, "");
  if (text.length < previous.length) return typed;
  const split = /^(\d)\/(.*)$/.exec(typed);
  let digits = (split === null ? typed : `0${split[1]}${split[2]}`).replace(/\D/g, "").slice(0, 4);
  // 2 to 9 start no two-digit month, so the month is known.
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 4);
  if (digits.length < 2) return digits;
  return `${digits.slice(0, 2)}/${digits.slice(2)}`;
}

/** Filled by a browser or pasted: much at once, with whatever separator. */
function isFilledIn(text: string, previous: string): boolean {
  return text.length - previous.length > 1 && text.replace(/\D/g, "").length >= 3;
}
