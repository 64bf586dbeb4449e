/**
 * The add-ons: how each is paid, said once, then for each a picture of what the buyer gets, what it adds, and its price on
 * its button.
 */
import { planName } from "../../lib/format/plan_names.ts";
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import type { Plan } from "../../../server/wire/billing/plans.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { accessLine, addLabel, offerLines, paymentLine, savingOf, withoutLine } from "./offer_texts.ts";
import { OfferContents, OfferPicture } from "./OfferParts.tsx";
import type { OffersState } from "./offers_state.ts";

export interface OfferListProps {
  /** Said before how each is paid. */
  readonly lead?: string;
  readonly plans: readonly Plan[];
  readonly state: OffersState;
  readonly nowMs: number;
  /**
   * The card that one press charges, "Visa •••• 4242"; empty when unknown, and undefined where the list's surroundings
   * say it.
   */
  readonly card?: string;
  /** True when the registry has no licensed source and shows made-up rows. */
  readonly isSample?: boolean;
  /** Level of the names' headings. */
  readonly level?: 2 | 3;
  readonly onAdd: (plan: Plan) => void;
}

export function OfferList(props: OfferListProps) {
  const { lead, plans, nowMs, card } = props;
  const access = plans.map((plan) => accessLine(plan, nowMs));
  const hasOneAccess = new Set(access).size === 1;
  return (
    <>
      <p className="small muted numbers" data-testid="offer-terms">
        {lead} {paymentLine(card)} {hasOneAccess && access[0]}
      </p>
      <ul className="offers">
        {plans.map((plan, at) => (
          <Offer
            key={plan.id}
            plan={plan}
            access={hasOneAccess ? "" : access[at]}
            {...props}
          />
        ))}
      </ul>
    </>
  );
}

interface OfferProps extends OfferListProps {
  readonly plan: Plan;
  /** Until when it can be used; empty when it is said of all. */
  readonly access: string | undefined;
}

function Offer({ plan, access, plans, state, isSample = false, level = 2, onAdd }: OfferProps) {
  const hasMadeUp = isSample && plan.unlocks?.includes("sex_offender") === true;
  const options = { offered: plans, hasMadeUp };
  const [lines, saving, without] = [offerLines(plan, options), savingOf(plan, options), withoutLine(plan)];
  const isBought = state.bought.includes(plan.id);
  const error = state.errors[plan.id] ?? "";
  const Heading = `h${level}` as const;
  return (
    <li className="offer" data-testid={`offer-${plan.id}`}>
      <OfferPicture plan={plan} />
      <div className="stack stack--8">
        <div className="offer__head">
          <Heading className="offer__name">{planName(plan)}</Heading>
          {saving !== undefined && <b className="offer__saving numbers" data-testid="saving">{saving.label}</b>}
        </div>
        <OfferContents lines={lines} />
        {without !== "" && <p className="small">{without}</p>}
        {saving !== undefined && <p className="small numbers">{saving.proof}</p>}
        {access !== "" && <p className="tiny muted">{access}</p>}
        {hasMadeUp && lines.length === 0 && <MadeUpRegistry />}
      </div>
      <div className="offer__act stack stack--8" aria-live="polite">
        {isBought
          ? (
            <p className="offer__done" data-testid={`bought-${plan.id}`}>
              <Icon name="done" /> {t("Added. We've emailed you a receipt.")}
            </p>
          )
          : (
            <Button
              wide
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

const OFFICIAL = [["nsopw.gov", "https://www.nsopw.gov"], ["police.uk", "https://www.police.uk"]] as const;

/**
 * While the registry has no licensed source it is no reason to buy: the free official sources come first. A pack is
 * offered for its other parts alone.
 */
function MadeUpRegistry() {
  const [us, uk] = OFFICIAL.map(([name, href]) => (
    <a key={name} href={href} target="_blank" rel="noopener">
      {name}
    </a>
  ));
  return (
    <p className="tiny muted" data-testid="made-up-registry">
      {rich("To look up a real person, use the free official sources: {us} in the US, {uk} in the UK.", { us, uk })}
      {" "}
      {t("Our registry check shows made-up entries until we have a licensed source.")}
    </p>
  );
}
