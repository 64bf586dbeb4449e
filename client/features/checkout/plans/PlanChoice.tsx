/** The plans side by side: first charges with their dates, the price over 30 days, and what stays free without a plan. */
import { planName } from "../../../lib/format/plan_names.ts";
import { t } from "../../../i18n/t.ts";
import { shownFigures } from "../../../../server/wire/billing/schedule.ts";
import type { Plan } from "../../../../server/wire/billing/plans.ts";
import { cx } from "../../../lib/format/class_names.ts";
import { per30DaysCents } from "../../../lib/format/money.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ChoiceMark } from "../../../ui/controls/ChoiceCard.tsx";
import { ChargeTimeline } from "../../../ui/layout/ChargeTimeline.tsx";
import { ComparedPrice } from "./ComparedPrice.tsx";
import { FreeAndPaid } from "./FreeAndPaid.tsx";
import { firstCharges } from "./first_charges.ts";
import { LEAVE_LINE, priceLines, priceRows } from "./price_lines.ts";

export interface PlanChoiceProps {
  readonly plans: readonly Plan[];
  readonly chosen: Plan;
  readonly nowMs: number;
  readonly onChoose: (plan: Plan) => void;
  readonly onDone: () => void;
}

export function PlanChoice({ plans, chosen, nowMs, onChoose, onDone }: PlanChoiceProps) {
  const [{ sum }] = priceRows(chosen, shownFigures(chosen, nowMs));
  const cheapest = cheapestOf(plans);
  return (
    <div className="stack stack--24">
      <fieldset className="plans">
        <legend className="visually-hidden">{t("Choose a plan")}</legend>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            isChosen={plan.id === chosen.id}
            isCheapest={plan === cheapest}
            nowMs={nowMs}
            onChoose={() => onChoose(plan)}
          />
        ))}
      </fieldset>
      <p className="small muted">{LEAVE_LINE}</p>
      <div className="plan-bar">
        <Button kind="primary" wide onClick={onDone} testId="plan-continue">
          {t("Continue for {sum} today", { sum })}
        </Button>
      </div>
      <FreeAndPaid />
    </div>
  );
}

/** The plan that costs least once it renews; none where there is nothing to compare. */
function cheapestOf(plans: readonly Plan[]): Plan | undefined {
  const [first, second] = [...plans].sort((one, other) => monthOf(one) - monthOf(other));
  return first === undefined || second === undefined || monthOf(first) === monthOf(second) ? undefined : first;
}

const monthOf = (plan: Plan): number => per30DaysCents(plan) ?? Infinity;

interface PlanCardProps {
  readonly plan: Plan;
  readonly isChosen: boolean;
  readonly isCheapest: boolean;
  readonly nowMs: number;
  readonly onChoose: () => void;
}

function PlanCard({ plan, isChosen, isCheapest, nowMs, onChoose }: PlanCardProps) {
  const shown = shownFigures(plan, nowMs);
  const lines = priceLines(plan, shown);
  const [today] = priceRows(plan, shown);
  return (
    <label className={cx("plan-card", isChosen && "plan-card--chosen")} data-testid={`plan-${plan.id}`}>
      <input type="radio" name="plan" value={plan.id} checked={isChosen} onChange={onChoose} />
      <span className="plan-card__head">
        <ChoiceMark type="radio" />
        <span className="plan-card__name">{planName(plan)}</span>
        {isCheapest && <b className="plan-card__status">{t("Cheapest over time")}</b>}
      </span>
      <span className="plan-card__price numbers">
        <span className="plan-card__sum">{today.sum}</span>
        <span className="muted">{t("today, {what}", { what: today.detail })}</span>
      </span>
      {lines.then !== "" && <span className="numbers">{lines.then}</span>}
      <ChargeTimeline charges={firstCharges(plan, nowMs)} />
      <ComparedPrice plan={plan} />
    </label>
  );
}
