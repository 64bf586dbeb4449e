/** Dates and periods as people read them, in UTC because charges are counted in UTC. */

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** "24 Nov 2026", or nothing for what is no date. */
export function longDate(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? "" : DAY.format(time);
}

/** "every 7 days"; what does not renew is "once". */
export function everyText(length: string): string {
  switch (length) {
    case "7d":
      return "every 7 days";
    case "1m":
      return "every month";
    case "3m":
      return "every 3 months";
    default:
      return "once";
  }
}
