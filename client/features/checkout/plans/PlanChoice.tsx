/** The plans side by side: charges and dates, the price per 30 days, and what stays free without a plan. */
import { planName } from "../../../lib/format/plan_names.ts";
import { t } from "../../../i18n/t.ts";
import { shownFigures } from "../../../../server/wire/billing/schedule.ts";
import { isRecurring, type Plan } from "../../../../server/wire/billing/plans.ts";
import { cx } from "../../../lib/format/class_names.ts";
import { money, per30DaysCents } from "../../../lib/format/money.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ChoiceMark } from "../../../ui/controls/ChoiceCard.tsx";
import { Icon } from "../../../ui/pictures/Icon.tsx";
import { planPicture } from "../../../lib/format/picture_names.ts";
import { Picture } from "../../../ui/pictures/Picture.tsx";
import { priceLines } from "./price_lines.ts";

export interface PlanChoiceProps {
  readonly plans: readonly Plan[];
  readonly chosen: Plan;
  readonly nowMs: number;
  readonly onChoose: (plan: Plan) => void;
  readonly onDone: () => void;
}

export function PlanChoice({ plans, chosen, nowMs, onChoose, onDone }: PlanChoiceProps) {
  return (
    <div className="stack stack--32">
      <fieldset className="plans">
        <legend className="visually-hidden">{t("Choose a plan")}</legend>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            isChosen={plan.id === chosen.id}
            nowMs={nowMs}
            onChoose={() => onChoose(plan)}
          />
        ))}
      </fieldset>
      <FreeAndPaid />
      <Button kind="primary" wide onClick={onDone} testId="plan-continue">{t("Continue to payment")}</Button>
    </div>
  );
}

interface PlanCardProps {
  readonly plan: Plan;
  readonly isChosen: boolean;
  readonly nowMs: number;
  readonly onChoose: () => void;
}

function PlanCard({ plan, isChosen, nowMs, onChoose }: PlanCardProps) {
  const lines = priceLines(plan, shownFigures(plan, nowMs));
  const compared = per30DaysCents(plan);
  return (
    <label className={cx("plan-card", isChosen && "plan-card--chosen")} data-testid={`plan-${plan.id}`}>
      <input type="radio" name="plan" value={plan.id} checked={isChosen} onChange={onChoose} />
      <span className="plan-card__head">
        <ChoiceMark type="radio" />
        <span className="plan-card__name">{planName(plan)}</span>
        <Picture name={planPicture(plan)} />
      </span>
      <span className="plan-card__today numbers">{lines.today}</span>
      {lines.then !== "" && <span className="numbers">{lines.then}</span>}
      {compared !== undefined && isRecurring(plan) && (
        <span className="small muted numbers">
          {t("{sum} per 30 days after the trial", { sum: money(compared) })}
        </span>
      )}
      <span className="small muted">{lines.leave}</span>
    </label>
  );
}

const FREE = [
  t("Validity, line type and location of any number"),
  t("Risk level and every reason behind it"),
  t("Urgent steps if you've been targeted"),
] as const;
const PAID = [
  t("20 checks a day, saved in your history"),
  t("Confidence rating, and what we couldn't verify"),
  t("What other members reported about this number"),
] as const;

function FreeAndPaid() {
  return (
    <div className="pair pair--top">
      <List title={t("Free for everyone")} rows={FREE} />
      <List title={t("With any plan")} rows={PAID} />
    </div>
  );
}

function List({ title, rows }: { readonly title: string; readonly rows: readonly string[] }) {
  return (
    <section className="stack stack--12">
      <h2 className="list-title">{title}</h2>
      <ul className="ticks">
        {rows.map((row) => (
          <li key={row}>
            <Icon name="done" size={20} />
            <span>{row}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
