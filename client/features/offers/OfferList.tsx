/** The add-ons in one list: what each adds, its price on the button, and one button that skips them all. */
import { planName } from "../../lib/format/plan_names.ts";
import { t } from "../../i18n/t.ts";
import type { Plan } from "../../../server/wire/billing/plans.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { productPicture } from "../../lib/format/picture_names.ts";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Picture } from "../../ui/pictures/Picture.tsx";
import { addLabel, offerLines, savingLine, untilLine, withoutLine } from "./offer_texts.ts";
import type { OffersState } from "./offers_state.ts";

export interface OfferListProps {
  readonly plans: readonly Plan[];
  readonly state: OffersState;
  readonly nowMs: number;
  /** True when the registry has no licensed source and shows made-up rows. */
  readonly isSample?: boolean;
  readonly onAdd: (plan: Plan) => void;
}

export function OfferList(props: OfferListProps) {
  return (
    <ul className="offers">
      {props.plans.map((plan) => <Offer key={plan.id} plan={plan} {...props} />)}
    </ul>
  );
}

interface OfferProps extends OfferListProps {
  readonly plan: Plan;
}

function Offer({ plan, plans, state, nowMs, isSample = false, onAdd }: OfferProps) {
  const [saving, without] = [savingLine(plan, plans), withoutLine(plan, isSample)];
  const isBought = state.bought.includes(plan.id);
  const error = state.errors[plan.id] ?? "";
  return (
    <li className="offer" data-testid={`offer-${plan.id}`}>
      <div className="stack stack--8">
        <Picture name={productPicture(plan)} size={48} />
        <h2>{planName(plan)}</h2>
        <ul className="ticks">
          {offerLines(plan).map((line) => (
            <li key={line}>
              <Icon name="plus" size={20} />
              <span>{line}</span>
            </li>
          ))}
        </ul>
        {without !== "" && <p className="small">{without}</p>}
        {saving !== "" && <p className="small" data-testid="saving">{saving}</p>}
        <p className="small muted">{untilLine(plan, nowMs)}</p>
      </div>
      <div className="stack stack--8" aria-live="polite">
        {isBought
          ? (
            <p className="offer__done" data-testid={`bought-${plan.id}`}>
              <Icon name="done" /> {t("Added. We've emailed you a receipt.")}
            </p>
          )
          : (
            <Button
              onClick={() => onAdd(plan)}
              busy={state.busy === plan.id ? t("Adding") : undefined}
              disabled={state.busy !== undefined && state.busy !== plan.id}
              testId={`add-${plan.id}`}
            >
              {addLabel(plan)}
            </Button>
          )}
        {error !== "" && (
          <Notice kind="error">
            <p>{error}</p>
          </Notice>
        )}
      </div>
    </li>
  );
}
