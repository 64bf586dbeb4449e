/**
 * How the points add up to the score: each reason with what it added, its bar, its explanation and source, and the score
 * without it.
 */
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

export interface WaterfallProps {
  readonly score: Score;
  /** Level of the reasons' headings. */
  readonly level?: 3 | 4;
}

export function Waterfall({ score: { value, band, reasons }, level = 4 }: WaterfallProps) {
  if (value === null || reasons.length === 0) return null;
  const byRule = new Map(reasons.map((reason) => [reason.rule, reason]));
  return (
    <ol className="waterfall" data-testid="waterfall">
      {waterfallSteps(reasons).map((step) => {
        const reason = byRule.get(step.rule);
        return reason && <StepRow key={step.rule} step={step} reason={reason} value={value} level={level} />;
      })}
      <li className="waterfall__sum" data-band={band}>
        <span>{t("Score")}</span>
        <span className="numbers waterfall__points">{t("{value} of 100", { value })}</span>
        <Bar from={0} to={value} />
      </li>
    </ol>
  );
}

interface StepRowProps {
  readonly step: Step;
  readonly reason: Reason;
  /** Of the whole score. */
  readonly value: number;
  readonly level: 3 | 4;
}

function StepRow({ step: { from, to, floor }, reason, value, level }: StepRowProps) {
  const Heading = `h${level}` as const;
  const words = (part: "title" | "why" | "source") =>
    serviceText({ code: `rule_${reason.rule}_${part}` }, reason[part]);
  return (
    <li data-rule={reason.rule}>
      <Heading className="waterfall__title">{words("title")}</Heading>
      <span className="numbers waterfall__points">{`+${to - from}`}</span>
      <Bar from={from} to={to} />
      <p className="waterfall__why">
        {words("why")} {floor !== null && t("This alone sets the score to at least {floor}.", { floor })}
      </p>
      <p className="waterfall__why tiny muted">
        {t("Source: {source}.", { source: words("source") })} {reason.without === value
          ? t("Without it, the score stays {score}.", { score: value })
          : t("Score without it: {score}.", { score: reason.without })}
      </p>
    </li>
  );
}

function Bar({ from, to }: { readonly from: number; readonly to: number }) {
  return (
    <svg className="waterfall__bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
      <rect width="100" height="8" className="waterfall__track" />
      <rect x={from} width={Math.max(1, to - from)} height="8" className="waterfall__part" />
    </svg>
  );
}
