/** A score as a small half circle in its band's colour; decoration beside the number. */
import { arcPath } from "../../../server/wire/members/gauge_shape.ts";

export function MiniGauge({ value }: { readonly value: number | null }) {
  return (
    <svg className="mini-gauge" viewBox="8 8 204 116" aria-hidden>
      <path className="mini-gauge__track" d={arcPath(0, 100)} />
      {value !== null && value > 0 && <path d={arcPath(0, value)} />}
      {value === 0 && <path className="mini-gauge__check" d="M76 84l24 24 42-48" />}
    </svg>
  );
}
