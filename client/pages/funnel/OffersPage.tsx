/** After the payment: the report first and always visible, then at most three add-ons, each one click or none. */
import { t } from "../../i18n/t.ts";
import { useMemo, useReducer, useState } from "react";
import { useNavigate } from "react-router-dom";
import { currentLink } from "../../lib/link/link.ts";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { tracker } from "../../visit/tracker.ts";
import { type AdditionalPurchasePorts, buyAdditional } from "../../features/offers/additional_purchase.ts";
import { ADD_THROTTLE_MS } from "../../features/offers/constants.ts";
import { chooseOffers, isOwned } from "../../features/offers/offer_slots.ts";
import { BoughtReceipt } from "../../features/offers/BoughtReceipt.tsx";
import { NextCharges, PaidMoment } from "../../features/offers/PaidMoment.tsx";
import { OfferList } from "../../features/offers/OfferList.tsx";
import { OFFERS_START, offersReducer } from "../../features/offers/offers_state.ts";
import { createThrottle } from "../../features/offers/throttle.ts";
import { purchaseKey } from "../../features/session/session_store.ts";
import type { Plan, UnlockGroup } from "../../../server/wire/billing/plans.ts";
import { site } from "../../lib/browser/site.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
import { purchasePorts } from "../extras/purchase_ports.ts";
import { usePurchased } from "../extras/use_purchased.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";

export function OffersPage() {
  const navigate = useNavigate();
  const [state, dispatch] = useReducer(offersReducer, OFFERS_START);
  const [openedMs] = useState(() => Date.now());
  const { owned, paid } = usePurchased();
  const link = currentLink();
  // An add-on bought here stays in the list, marked as bought; only earlier ones are left out.
  const nowOwned = [...owned, ...state.bought];
  const plans = chooseOffers({ slots: link.slots, column: link.column, owned, hasRegistry: site().registry !== "none" })
    .filter((plan) => state.bought.includes(plan.id) || !isOwned(plan, nowOwned));
  const ports = useMemo(() => createPorts(dispatch), []);
  const { email, subscriptionId } = readPurchase();
  const leave = () => {
    if (link.surePopup && !state.isAskingAgain && state.bought.length === 0) return dispatch({ type: "decline_asked" });
    tracker().offerDecline();
    navigate(paths.accessProduct(subscriptionId));
  };
  if (subscriptionId === "") return <NothingBought />;
  return (
    <Page title={t("Payment complete. Your report is ready.")} width="normal" heading={false}>
      <div className="stack stack--32">
        <PaidMoment paid={paid} email={email} />
        <div className="paid-bar">
          <ButtonLink
            kind={state.bought.length === 0 ? "primary" : "quiet"}
            wide
            to={paths.accessProduct(subscriptionId)}
            testId="open-report"
          >
            {t("Open my report")}
          </ButtonLink>
        </div>
        <NextCharges paid={paid} />
        {plans.length > 0 && (
          <>
            <div className="stack stack--4">
              <h2>{t("Optional extras")}</h2>
              <p className="muted">{t("Each is paid once. Your report is complete without them.")}</p>
            </div>
            <OfferList
              plans={plans}
              state={state}
              nowMs={openedMs}
              isSample={site().registry === "sample"}
              level={3}
              receipt={(plan) => (
                <BoughtReceipt
                  plan={plan}
                  card={paid?.card ?? ""}
                  email={email}
                  next={paid?.nextCharge ?? ""}
                  nextStep={<NextStep plan={plan} subscriptionId={subscriptionId} />}
                />
              )}
              onAdd={(plan) => void buyAdditional(ports, plan)}
            />
          </>
        )}
        {state.isAskingAgain
          ? (
            <Notice kind="info" live title={t("Continue without extras?")}>
              <div className="row">
                <Button onClick={() => dispatch({ type: "decline_taken_back" })}>{t("Go back")}</Button>
                <Button onClick={leave} testId="offers-leave-sure">{t("Continue")}</Button>
              </div>
            </Notice>
          )
          : (
            <Button onClick={leave} testId="offers-leave">
              {state.bought.length > 0 ? t("Continue") : t("No thanks")}
            </Button>
          )}
      </div>
    </Page>
  );
}

interface NextStepProps {
  readonly plan: Plan;
  readonly subscriptionId: string;
}

/** What one product opens; a report's PDF and a pack are with the report. */
function NextStep({ plan: { unlocks = [], credits }, subscriptionId }: NextStepProps) {
  const navigate = useNavigate();
  const [only, ...more] = unlocks;
  const open = more.length > 0 || only === "pdf_report" ? undefined : places(only, credits);
  if (open === undefined) {
    return (
      <>
        <ButtonLink kind="primary" wide to={paths.accessProduct(subscriptionId)} testId="next-step">
          {t("Open my report")}
        </ButtonLink>
        <p className="small muted">{t("Sign in there once. Then you can download the PDF.")}</p>
      </>
    );
  }
  const go = () => {
    // Signing in takes the purchase with it, and then opens what was asked for.
    purchaseKey.write(subscriptionId);
    navigate(paths.signIn(), { state: { next: open.to } });
  };
  return (
    <>
      <Button kind="primary" wide onClick={go} testId="next-step">{open.text}</Button>
      <p className="small muted">{t("Sign in once to open it on any device.")}</p>
    </>
  );
}

function places(group: UnlockGroup | undefined, credits: number | undefined) {
  if (group === "guide") return { to: paths.view("guide"), text: t("Read the guide") };
  if (group === "sex_offender") return { to: paths.sexOffendersReport(), text: t("Search the registry") };
  return credits === undefined ? undefined : { to: paths.view("list"), text: t("Check numbers") };
}

function NothingBought() {
  return (
    <Page title={t("No purchase found")} width="narrow">
      <Notice
        kind="info"
        action={<ButtonLink to={paths.signIn()}>{t("Sign in")}</ButtonLink>}
      >
        <p>
          {t(
            "Extras can only be added to a purchase made in this browser window. If you've already paid, sign in with the email on your receipt to see everything you bought.",
          )}
        </p>
      </Notice>
    </Page>
  );
}

/** Also read when the page opens: a value read once survives a storage that breaks later. */
function readPurchase() {
  return { email: slots.purchaseEmail.read(), subscriptionId: slots.purchaseSubscriptionId.read() };
}

function createPorts(dispatch: AdditionalPurchasePorts["dispatch"]): AdditionalPurchasePorts {
  return {
    ...purchasePorts(dispatch),
    mayAdd: createThrottle(ADD_THROTTLE_MS, () => performance.now()),
    readPurchase,
    onSuccess: ({ id }) => dispatch({ type: "added", planId: id }),
  };
}
