/** The charge calendar as an iCalendar file (RFC 5545), so that every coming charge stands in a person's own calendar. */
import { t } from "../../i18n/t.ts";

export interface ComingCharge {
  /** ISO 8601. */
  readonly at: string;
  readonly cents: number;
}

interface CalendarText {
  readonly name: string;
  readonly charges: readonly ComingCharge[];
  readonly sum: (cents: number) => string;
  readonly nowMs: number;
}

/** Days, not hours: a charge is promised by its day (UTC). */
export function calendarFile({ name, charges, sum, nowMs }: CalendarText): string {
  const stamp = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, "");
  const events = charges.flatMap(({ at, cents }) => [
    "BEGIN:VEVENT",
    `UID:${at.replace(/\D/g, "")}-${cents}@trustcheck`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${at.slice(0, 10).replaceAll("-", "")}`,
    `SUMMARY:${escaped(t("TrustCheck charges {sum}", { sum: sum(cents) }))}`,
    `DESCRIPTION:${escaped(t("{name}. Cancel before this day and nothing is charged.", { name }))}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//TrustCheck//Charges//EN", ...events, "END:VCALENDAR"]
    .map(folded).join("\r\n") + "\r\n";
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (char) => `\\${char}`);
}

/** Lines longer than 75 octets go on with a space; the words are ASCII. */
function folded(line: string): string {
  return line.replace(/(.{74})(?=.)/g, "$1\r\n ");
}
