/** What time it is now where the number belongs: one time, or the earliest and the latest of its zones. */
import { t } from "../../i18n/t.ts";
import { useEffect, useState } from "react";
import { LOCALE } from "../../i18n/language.ts";

const MINUTE_MS = 60_000;

/** From west to east; a zone that this browser does not know is left out. */
export function localTimes(zones: readonly string[], nowMs: number): readonly string[] {
  const times = zones.flatMap((zone) => {
    try {
      return [{ offset: offsetMinutes(zone, nowMs), text: clock(zone).format(nowMs) }];
    } catch {
      return [];
    }
  });
  return [...new Set(times.sort((a, b) => a.offset - b.offset).map(({ text }) => text))];
}

export function LocalTime({ zones }: { readonly zones: readonly string[] }) {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const times = localTimes(zones, nowMs);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined) return null;
  return (
    <span className="small muted numbers" data-testid="local-time">
      {t("{time} there now", { time: first === last ? first : `${first} – ${last}` })}
    </span>
  );
}

function clock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { hour: "numeric", minute: "2-digit", timeZone });
}

/** Minutes ahead of UTC, for the order only. */
function offsetMinutes(timeZone: string, nowMs: number): number {
  const name = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(nowMs).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}
