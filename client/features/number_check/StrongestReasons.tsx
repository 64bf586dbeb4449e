/** Why a free result has its score: the two reasons that added most; nothing where there are none. */
import type { Reason } from "../../../server/wire/members/report.ts";
import { serviceText } from "../../lib/format/service_text.ts";
import { effectOf, type Step, waterfallSteps } from "../../ui/report/Waterfall.tsx";

const MOST = 2;

export function StrongestReasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const strongest = waterfallSteps(reasons).toSorted((one, other) => addedBy(other) - addedBy(one)).slice(0, MOST);
  if (strongest.length === 0) return null;
  return (
    <ul className="reason-rows" data-testid="strongest-reasons">
      {strongest.map((step) => (
        <li key={step.rule}>
          <span>
            {serviceText(
              { code: `rule_${step.rule}_title` },
              reasons.find(({ rule }) => rule === step.rule)?.title ?? "",
            )}
          </span>
          <b>{effectOf(step)}</b>
        </li>
      ))}
    </ul>
  );
}

const addedBy = ({ from, to }: Step): number => to - from;
