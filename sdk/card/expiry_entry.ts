/** Formats an expiry field while the shopper types: the slash appears by itself and can be deleted. */
import { readExpiry, writeExpiry } from "./expiry.ts";

/** `previous` distinguishes typing from deleting: a slash just deleted must not reappear. */
export function formatExpiryEntry(text: string, previous: string): string {
  const whole = isFilledIn(text, previous) ? readExpiry(text) : undefined;
  if (whole !== undefined) return writeExpiry(whole);
  const typed = text.replace(/[^\d/]/g, "");
  if (text.length < previous.length) return typed;
  const split = /^(\d)\/(.*)$/.exec(typed);
  let digits = (split === null ? typed : `0${split[1]}${split[2]}`).replace(/\D/g, "").slice(0, 4);
  // No two-digit month starts with 2 to 9, so the month is complete.
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 4);
  if (digits.length < 2) return digits;
  return `${digits.slice(0, 2)}/${digits.slice(2)}`;
}

/** True for text a browser filled in or the shopper pasted: many characters at once, with any separator. */
function isFilledIn(text: string, previous: string): boolean {
  return text.length - previous.length > 1 && text.replace(/\D/g, "").length >= 3;
}
