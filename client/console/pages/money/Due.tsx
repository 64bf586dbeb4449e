/** The last moment for an answer, and how much time is left. */
import { distance, moment } from "../../format/time.ts";
import { Chip, type Tone } from "../../ui/Chip.tsx";
import { useNow } from "../../ui/now.ts";
import { Time } from "../../ui/Time.tsx";

const SOON_MS = 3 * 24 * 60 * 60_000;

/** How urgent a deadline is. */
export function urgency(at: string, nowMs: number): Tone {
  const leftMs = Date.parse(at) - nowMs;
  if (leftMs <= 0) return "quiet";
  return leftMs <= SOON_MS ? "bad" : "busy";
}

export function Due({ at }: { readonly at: string | null }) {
  const nowMs = useNow();
  if (at === null || moment(at) === "") return <span className="muted">No answer needed</span>;
  return (
    <span className="row row--tight">
      <Time at={at} short />
      <Chip tone={urgency(at, nowMs)}>{distance(at, nowMs)}</Chip>
    </span>
  );
}
