/** What is known about a number as rows of words; what the data does not know says so and is never guessed. */
import type { PhoneFacts } from "../../../server/wire/members.ts";

export interface FactRow {
  readonly label: string;
  readonly value: string;
  readonly isKnown: boolean;
}

export const NOT_KNOWN = "not known";

export function factRows({ phone, timeZones }: PhoneFacts): readonly FactRow[] {
  const place = [phone.location || phone.city, phone.countryName].filter((part) => part !== "").join(", ");
  return [
    row("Valid", phone.isValid ? "Yes, this range is in use" : "No, no such number is given out"),
    row("Line type", phone.lineType),
    row("Carrier", phone.carrier),
    row("Place", place),
    row("Local form", phone.phoneNumberLocal),
    row("Time zone", timeZones.join(", ")),
  ];
}

function row(label: string, value: string): FactRow {
  return { label, value: value === "" ? NOT_KNOWN : value, isKnown: value !== "" };
}

/** "19 look-ups left today" and credits where there are any. */
export function leftText({ today, credits }: { readonly today: number; readonly credits: number }): string {
  const left = `${today} look-up${today === 1 ? "" : "s"} left today`;
  return credits === 0 ? `${left}.` : `${left}, ${credits} more in packs.`;
}
