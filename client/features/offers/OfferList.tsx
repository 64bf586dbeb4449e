/** The add-ons as rows of one list: a picture of what the buyer gets, what it adds, and its price on its button. */
import { planName } from "../../lib/format/plan_names.ts";
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import type { Plan } from "../../../server/wire/billing/plans.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { addLabel, cardLine, offerLines, savingOf, untilLine, withoutLine } from "./offer_texts.ts";
import { OfferContents, OfferPicture } from "./OfferParts.tsx";
import type { OffersState } from "./offers_state.ts";

export interface OfferListProps {
  readonly plans: readonly Plan[];
  readonly state: OffersState;
  readonly nowMs: number;
  /**
   * The card that one press charges, "Visa •••• 4242", said at each price; empty when unknown, and undefined where the
   * list's surroundings say it.
   */
  readonly card?: string;
  /** True when the registry has no licensed source and shows made-up rows. */
  readonly isSample?: boolean;
  /** Level of the names' headings. */
  readonly level?: 2 | 3;
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

function Offer({ plan, plans, state, nowMs, card, isSample = false, level = 2, onAdd }: OfferProps) {
  const hasMadeUp = isSample && plan.unlocks?.includes("sex_offender") === true;
  const options = { offered: plans, hasMadeUp };
  const [lines, saving, without] = [offerLines(plan, options), savingOf(plan, options), withoutLine(plan)];
  const isBought = state.bought.includes(plan.id);
  const error = state.errors[plan.id] ?? "";
  const Heading = `h${level}` as const;
  const isPack = plan.unlocks !== undefined && plan.unlocks.length > 1;
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
        <p className="tiny muted">{untilLine(plan, nowMs)}</p>
        {hasMadeUp && <MadeUpRegistry isPack={isPack} />}
      </div>
      <div className="offer__act stack stack--8" aria-live="polite">
        {isBought
          ? (
            <p className="offer__done" data-testid={`bought-${plan.id}`}>
              <Icon name="done" /> {t("Added. We've emailed you a receipt.")}
            </p>
          )
          : (
            <>
              <Button
                wide
                onClick={() => onAdd(plan)}
                busy={state.busy === plan.id ? t("Adding") : undefined}
                disabled={state.busy !== undefined && state.busy !== plan.id}
                testId={`add-${plan.id}`}
              >
                {addLabel(plan)}
              </Button>
              {card !== undefined && <p className="offer__note tiny muted numbers">{cardLine(card)}</p>}
            </>
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

/** While the registry has no licensed source it is no reason to buy: the free official sources come first. */
function MadeUpRegistry({ isPack }: { readonly isPack: boolean }) {
  const [us, uk] = OFFICIAL.map(([name, href]) => (
    <a key={name} href={href} target="_blank" rel="noopener">
      {name}
    </a>
  ));
  return (
    <p className="tiny muted" data-testid="made-up-registry">
      {isPack
        ? rich(
          "To look up a real person, {us} (US) and {uk} (UK) are free. The pack's registry check shows made-up entries for now.",
          { us, uk },
        )
        : (
          <>
            {rich("To look up a real person, use the free official sources: {us} in the US, {uk} in the UK.", {
              us,
              uk,
            })} {t("Our registry check shows made-up entries until we have a licensed source.")}
          </>
        )}
    </p>
  );
}
