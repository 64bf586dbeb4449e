/** The upcoming charges as an iCalendar file (RFC 5545). */
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

/** All-day events: the plan promises the day of a charge (UTC), not the hour. */
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
  return text.replace(/[\\;,]/g, (char) => `\\${char}`).replace(/\r?\n/g, "\\n");
}

const MAX_OCTETS = 75;
const encoder = new TextEncoder();

/** Folds lines longer than 75 octets, never inside a character (RFC 5545, 3.1). */
function folded(line: string): string {
  let lines = "";
  let octets = 0;
  for (const letter of line) {
    const size = encoder.encode(letter).length;
    if (octets + size > MAX_OCTETS) {
      lines += "\r\n ";
      octets = 1;
    }
    lines += letter;
    octets += size;
  }
  return lines;
}
