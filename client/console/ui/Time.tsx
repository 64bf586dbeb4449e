/** A moment in UTC with its zone, and how far away it is for the pointer. */
import { day, distance, moment } from "../format/time.ts";
import { useNow } from "./now.ts";

export interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** Shows only the day; the whole time is in the title. */
  readonly short?: boolean;
}

export function Time({ at, short = false }: TimeProps) {
  const nowMs = useNow();
  const text = short ? day(at) : moment(at);
  if (text === "") return <span className="muted">–</span>;
  return (
    <time
      dateTime={at}
      title={`${moment(at)}, ${distance(at, nowMs)}`}
      className={short ? "numbers time time--day" : "numbers time"}
    >
      {text}
    </time>
  );
}
