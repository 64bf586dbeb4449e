/** Times in UTC, in which the product bills, each with its zone. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const DAY = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const TIME = new Intl.DateTimeFormat("en-US", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});
const AGO = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

/** "Nov 25, 2026"; empty for text that is not a date. */
export function day(at: string | number): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? "" : DAY.format(time);
}

/** "Nov 25, 2026, 14:05:09 UTC"; empty for text that is not a date. */
export function moment(at: string | number): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? "" : `${TIME.format(time)} UTC`;
}

/** "3 days ago", "in 2 hours", "now"; in the largest unit that fits. */
export function distance(at: string | number, nowMs: number): string {
  const offMs = new Date(at).getTime() - nowMs;
  if (Number.isNaN(offMs)) return "";
  if (Math.abs(offMs) >= DAY_MS) return AGO.format(Math.trunc(offMs / DAY_MS), "day");
  if (Math.abs(offMs) >= HOUR_MS) return AGO.format(Math.trunc(offMs / HOUR_MS), "hour");
  if (Math.abs(offMs) >= MINUTE_MS) return AGO.format(Math.trunc(offMs / MINUTE_MS), "minute");
  return "now";
}

const CLOCK = new Intl.DateTimeFormat("en-US", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});

/** "14:05:09 UTC", beside a day; empty for text that is not a date. */
export function timeOfDay(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? "" : `${CLOCK.format(time)} UTC`;
}
