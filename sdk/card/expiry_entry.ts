/** Formats an expiry field while the shopper types: the slash appears by itself and can be deleted. */
import { readExpiry, writeExpiry } from "./expiry.ts";
import { withPlainDigits } from "./plain_digits.ts";

/** `previous` distinguishes typing from deleting: a slash just deleted must not reappear. */
export function formatExpiryEntry(entered: string, previous: string): string {
  const text = withPlainDigits(entered);
  const whole = isFilledIn(text, previous) ? readExpiry(text) : undefined;
  if (whole !== undefined) return writeExpiry(whole);
  const typed = text.replace(/[^\d/]/g, "");
  if (text.length < previous.length) return typed;
  const split = /^(\d)\/(.*)$/.exec(typed);
  let digits = (split === null ? typed : `0${split[1]}${split[2]}`).replace(/\D/g, "");
  // No two-digit month starts with 2 to 9, so the month is complete.
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (digits.length < 2) return digits;
  const [month, year] = [digits.slice(0, 2), digits.slice(2)];
  // Cards of 2020 have expired: with more digits behind it, "20" begins a year of four.
  return `${month}/${/^20\d{2}/.test(year) ? year.slice(2, 4) : year.slice(0, /^20\d/.test(year) ? 3 : 2)}`;
}

/** True for text a browser filled in or the shopper pasted: many characters at once, with any separator. */
function isFilledIn(text: string, previous: string): boolean {
  return text.length - previous.length > 1 && text.replace(/\D/g, "").length >= 3;
}
