/** The gauge of the coming result while the check runs: each finished check fills one part of it. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { arcPath } from "../../../server/wire/members/gauge_shape.ts";

const HALF_CIRCLE = arcPath(0, 100);

export function ScanGauge({ done, total }: { readonly done: number; readonly total: number }) {
  return (
    <figure className="gauge">
      <svg
        viewBox="0 0 220 128"
        fill="none"
        role="img"
        aria-label={t("{done} of {total} checks done", { done, total })}
      >
        <path className="scan-gauge__track" d={HALF_CIRCLE} />
        <path className="scan-gauge__fill" d={HALF_CIRCLE} pathLength={total} strokeDasharray={`${done} ${total}`} />
      </svg>
      <figcaption className="gauge__words small muted" aria-hidden>
        {rich("{done} of {total} checks done", {
          done: <b className="gauge__value scan-gauge__done numbers">{done}</b>,
          total,
        })}
      </figcaption>
    </figure>
  );
}
