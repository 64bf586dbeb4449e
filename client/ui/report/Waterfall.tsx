/**
 * How the points add up to the score: each reason with what it does to it, its bar, its explanation and source; on
 * request the arithmetic, with the score without each reason.
 */
import { serviceText } from "../../lib/format/service_text.ts";
import { t } from "../../i18n/t.ts";
import type { Reason, Score } from "../../../server/wire/members/report.ts";

export interface Step {
  readonly reason: Reason;
  /** Scores before and after the step. */
  readonly from: number;
  readonly to: number;
}

/** Points first, then the rules that raise the score to a minimum: the order in which the server computes it. */
export function waterfallSteps(reasons: readonly Reason[]): readonly Step[] {
  const inOrder = [...reasons.filter(({ floor }) => floor === null), ...reasons.filter(({ floor }) => floor !== null)];
  let score = 0;
  return inOrder.map((reason) => {
    const { points, floor } = reason;
    const from = score;
    score = floor === null ? Math.min(100, from + points) : Math.max(from, floor);
    return { reason, from, to: score };
  });
}

/** "+60", or "at least 90" of a rule that raises the score to a minimum. */
export function effectOf({ from, to, reason: { floor } }: Step): string {
  return floor === null ? `+${to - from}` : t("at least {floor}", { floor });
}

export interface WaterfallProps {
  readonly score: Score;
  /** Level of the reasons' headings. */
  readonly level?: 3 | 4;
}

export function Waterfall({ score: { value, band, reasons }, level = 4 }: WaterfallProps) {
  if (value === null || reasons.length === 0) return null;
  return (
    <div>
      <ol className="waterfall" data-testid="waterfall">
        {waterfallSteps(reasons).map((step) => <StepRow key={step.reason.rule} step={step} level={level} />)}
        <li className="waterfall__sum" data-band={band}>
          <span>{t("Score")}</span>
          <span className="numbers waterfall__points">{t("{value} out of 100", { value })}</span>
          <Bar from={0} to={value} />
        </li>
      </ol>
      <Arithmetic reasons={reasons} />
    </div>
  );
}

function Arithmetic({ reasons }: { readonly reasons: readonly Reason[] }) {
  return (
    <details className="more-text">
      <summary>{t("How we calculate the score")}</summary>
      <div className="stack stack--8">
        {reasons.some(({ floor }) => floor !== null) && (
          <p>
            {t(
              "First we add up the points. If a warning sign has a minimum and the total is below it, the score goes up to that minimum.",
            )}
          </p>
        )}
        <ul className="plain-list muted numbers">
          {reasons.map((reason) => (
            <li key={reason.rule}>
              {t("Without “{reason}”, the score is {score}.", {
                reason: wordsOf(reason, "title"),
                score: reason.without,
              })}
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

/** In the language of the page. */
export function wordsOf(reason: Reason, part: "title" | "why" | "source"): string {
  return serviceText({ code: `rule_${reason.rule}_${part}` }, reason[part]);
}

interface StepRowProps {
  readonly step: Step;
  readonly level: 3 | 4;
}

function StepRow({ step, level }: StepRowProps) {
  const { reason, from, to } = step;
  const { floor } = reason;
  const Heading = `h${level}` as const;
  return (
    <li data-rule={reason.rule}>
      <Heading className="waterfall__title">{wordsOf(reason, "title")}</Heading>
      <span className="numbers waterfall__points">{effectOf(step)}</span>
      <Bar from={from} to={to} />
      <p className="waterfall__why">
        {wordsOf(reason, "why")}{" "}
        {floor !== null && t("With this warning sign, the score is never below {floor}.", { floor })}
      </p>
      <p className="waterfall__why tiny muted">{t("Source: {source}.", { source: wordsOf(reason, "source") })}</p>
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
