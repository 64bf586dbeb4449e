/** Why a free result has its score: the two reasons that added most; nothing where there are none. */
import type { Reason } from "../../../server/wire/members/report.ts";
import { serviceText } from "../../lib/format/service_text.ts";
import { waterfallSteps } from "../../ui/report/Waterfall.tsx";

const MOST = 2;

export function StrongestReasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const steps = waterfallSteps(reasons).map(({ rule, from, to }) => ({ rule, added: to - from }));
  const strongest = steps.toSorted((one, other) => other.added - one.added).slice(0, MOST);
  if (strongest.length === 0) return null;
  return (
    <ul className="reason-rows" data-testid="strongest-reasons">
      {strongest.map(({ rule, added }) => (
        <li key={rule}>
          <span>
            {serviceText({ code: `rule_${rule}_title` }, reasons.find((each) => each.rule === rule)?.title ?? "")}
          </span>
          <b>{`+${added}`}</b>
        </li>
      ))}
    </ul>
  );
}
