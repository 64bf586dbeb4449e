/** Products where something locked is shown: what each adds, its price, and one button that charges the plan's card. */
import { t } from "../../i18n/t.ts";
import { useMemo, useReducer, useState } from "react";
import { findPlan } from "../../../server/wire/billing/plans.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { subscriptionToUse } from "../../features/lookup/lookup.ts";
import { type AdditionalPurchasePorts, buyAdditional } from "../../features/offers/additional_purchase.ts";
import { OfferList } from "../../features/offers/OfferList.tsx";
import { OFFERS_START, offersReducer } from "../../features/offers/offers_state.ts";
import { loadMySubscriptions } from "../../features/session/member.ts";
import { paths } from "../../lib/browser/paths.ts";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { site } from "../../lib/browser/site.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { purchasePorts } from "./purchase_ports.ts";

export interface BuyExtrasProps {
  readonly planIds: readonly string[];
  /** Called when one is bought, so that the screen can open what it unlocks. */
  readonly onBought: () => void;
}

export function BuyExtras({ planIds, onBought }: BuyExtrasProps) {
  const { loaded, again } = useLoaded(loadMySubscriptions);
  switch (loaded.kind) {
    case "loading":
      return <Skeleton lines={4} label={t("Loading your plan")} />;
    case "failed":
      return (
        <Notice kind="error" live action={<Button onClick={again}>{t("Try again")}</Button>}>
          <p>{t("We can't show the price right now. Try again.")}</p>
        </Notice>
      );
    case "loaded": {
      const plan = subscriptionToUse(loaded.value);
      return plan === undefined
        ? <ButtonLink kind="primary" to={paths.main()}>{t("See plans")}</ButtonLink>
        : <Extras planIds={planIds} onBought={onBought} plan={plan} />;
    }
  }
}

function Extras({ planIds, onBought, plan }: BuyExtrasProps & { readonly plan: Subscription }) {
  const [state, dispatch] = useReducer(offersReducer, OFFERS_START);
  const [openedMs] = useState(() => Date.now());
  const ports = useMemo((): AdditionalPurchasePorts => ({
    ...purchasePorts(dispatch),
    readPurchase: () => ({ email: plan.email, subscriptionId: plan.subscription_id }),
    onSuccess: ({ id }) => {
      dispatch({ type: "added", planId: id });
      onBought();
    },
  }), [plan.subscription_id]);
  const plans = planIds.flatMap((id) => findPlan(id) ?? []);
  return (
    <div className="stack stack--16 extras" data-testid="buy-extras">
      <OfferList
        plans={plans}
        state={state}
        nowMs={openedMs}
        isSample={site().registry === "sample"}
        onAdd={(plan) => void buyAdditional(ports, plan)}
      />
      <p className="small muted">{t("We'll charge the card on your plan.")}</p>
    </div>
  );
}
