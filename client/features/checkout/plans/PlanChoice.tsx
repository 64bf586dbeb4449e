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
      <Button kind="primary" wide onClick={onDone} testId="plan-continue">{t("Go on to the payment")}</Button>
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
          {t("At the full price, 30 days come to {sum}.", { sum: money(compared) })}
        </span>
      )}
      <span className="small muted">{lines.leave}</span>
    </label>
  );
}

const FREE = [
  t("Validity, type and place of any number"),
  t("The band and every reason of its score"),
  t("What to do when something urgent happened"),
] as const;
const PAID = [
  t("20 look-ups a day, kept in your history"),
  t("How sure the score is, and what could not be checked"),
  t("What other members reported about the number"),
] as const;

function FreeAndPaid() {
  return (
    <div className="pair pair--top">
      <List title={t("Free, also without a plan")} rows={FREE} />
      <List title={t("With every plan")} rows={PAID} />
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
