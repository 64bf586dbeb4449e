/** How the points add up to the score, step by step. The list of reasons below it says the same in words. */
import { serviceText } from "../../lib/format/service_text.ts";
import { t } from "../../i18n/t.ts";
import type { Reason, Score } from "../../../server/wire/members/report.ts";

export interface Step {
  readonly rule: string;
  /** Scores before and after the step. */
  readonly from: number;
  readonly to: number;
  readonly floor: number | null;
}

/** Points first, then the rules that raise the score to a minimum: the order in which the server computes it. */
export function waterfallSteps(reasons: readonly Reason[]): readonly Step[] {
  const inOrder = [...reasons.filter(({ floor }) => floor === null), ...reasons.filter(({ floor }) => floor !== null)];
  let score = 0;
  return inOrder.map(({ rule, points, floor }) => {
    const from = score;
    score = floor === null ? Math.min(100, from + points) : Math.max(from, floor);
    return { rule, from, to: score, floor };
  });
}

export function Waterfall({ score: { value, band, reasons } }: { readonly score: Score }) {
  if (value === null || reasons.length === 0) return null;
  const titles = new Map(reasons.map(({ rule, title }) => [rule, serviceText({ code: `rule_${rule}_title` }, title)]));
  return (
    <ol className="waterfall" data-testid="waterfall" aria-hidden>
      {waterfallSteps(reasons).map(({ rule, from, to, floor }) => (
        <li key={rule}>
          <span>{titles.get(rule)}</span>
          <Bar from={from} to={to} />
          <span className="numbers waterfall__points">
            {floor === null ? `+${to - from}` : t("min. {floor}", { floor })}
          </span>
        </li>
      ))}
      <li className="waterfall__sum" data-band={band}>
        <span>{t("Score")}</span>
        <Bar from={0} to={value} />
        <span className="numbers waterfall__points">{value}</span>
      </li>
    </ol>
  );
}

function Bar({ from, to }: { readonly from: number; readonly to: number }) {
  return (
    <svg className="waterfall__bar" viewBox="0 0 100 8" preserveAspectRatio="none">
      <rect width="100" height="8" className="waterfall__track" />
      <rect x={from} width={Math.max(1, to - from)} height="8" className="waterfall__part" />
    </svg>
  );
}
