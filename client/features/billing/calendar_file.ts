/** The upcoming charges as an iCalendar file (RFC 5545). Loaded when a member saves it. */
import ical, { ICalEventTransparency } from "ical-generator";
import { t } from "../../i18n/t.ts";

export interface UpcomingCharge {
  /** ISO 8601. */
  readonly at: string;
  readonly cents: number;
}

interface CalendarText {
  readonly name: string;
  readonly charges: readonly UpcomingCharge[];
  readonly sum: (cents: number) => string;
  readonly nowMs: number;
}

/** All-day events: the plan promises the day of a charge (UTC), not the hour. */
export function calendarFile({ name, charges, sum, nowMs }: CalendarText): string {
  const calendar = ical({ prodId: { company: "TrustCheck", product: "Charges", language: "EN" } });
  for (const { at, cents } of charges) {
    calendar.createEvent({
      id: `${at.replace(/\D/g, "")}-${cents}@trustcheck`,
      stamp: new Date(nowMs),
      start: new Date(at),
      allDay: true,
      summary: t("TrustCheck will charge {sum}", { sum: sum(cents) }),
      description: t("{name}. Cancel before this day and you won't be charged.", { name }),
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return `${calendar}\r\n`;
}
