/** Why a free result has its score: the two reasons that added most; nothing where there are none. */
import type { Reason } from "../../../server/wire/members/report.ts";
import { effectOf, type Step, waterfallSteps, wordsOf } from "../../ui/report/Waterfall.tsx";

const MOST = 2;

export function StrongestReasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const strongest = [...waterfallSteps(reasons)].sort((one, other) => addedBy(other) - addedBy(one)).slice(0, MOST);
  if (strongest.length === 0) return null;
  return (
    <ul className="reason-rows" data-testid="strongest-reasons">
      {strongest.map((step) => (
        <li key={step.reason.rule}>
          <span>{wordsOf(step.reason, "title")}</span>
          <b>{effectOf(step)}</b>
        </li>
      ))}
    </ul>
  );
}

const addedBy = ({ from, to }: Step): number => to - from;
