/**
 * After the payment: the report first and always visible, then at most three add-ons, each one click or none. The way to
 * the report is also the way past them.
 */
import { t } from "../../i18n/t.ts";
import { useMemo, useReducer, useState } from "react";
import { useNavigate } from "react-router-dom";
import { currentLink } from "../../lib/link/link.ts";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { tracker } from "../../visit/tracker.ts";
import { type AdditionalPurchasePorts, buyAdditional } from "../../features/offers/additional_purchase.ts";
import { chooseOffers, isOwned } from "../../features/offers/offer_slots.ts";
import { BoughtCard } from "../../features/offers/BoughtCard.tsx";
import { ExtraReceipt, NextCharge, PaidLines, PaidMoment } from "../../features/offers/PaidMoment.tsx";
import { LeaveOffers } from "../../features/offers/LeaveOffers.tsx";
import { OfferList } from "../../features/offers/OfferList.tsx";
import { OFFERS_START, offersReducer } from "../../features/offers/offers_state.ts";
import { purchaseKey } from "../../features/session/session_store.ts";
import { findPlan, type Plan, todayCents, type UnlockGroup } from "../../../server/wire/billing/plans.ts";
import { money } from "../../lib/format/money.ts";
import { planName } from "../../lib/format/plan_names.ts";
import { site } from "../../lib/browser/site.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
import { purchasePorts } from "../extras/purchase_ports.ts";
import { type PurchasedCalls, usePurchased } from "../extras/use_purchased.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";

interface OffersPageProps {
  readonly calls?: PurchasedCalls;
}

export function OffersPage({ calls }: OffersPageProps) {
  const navigate = useNavigate();
  const [state, dispatch] = useReducer(offersReducer, OFFERS_START);
  const [openedMs] = useState(() => Date.now());
  const { owned, paid } = usePurchased(calls);
  const link = currentLink();
  // What is bought here brings no further offer forward.
  const nowOwned = [...owned, ...state.bought];
  const plans = chooseOffers({ slots: link.slots, column: link.column, owned, hasRegistry: site().registry !== "none" })
    .filter((plan) => !state.bought.includes(plan.id) && !isOwned(plan, nowOwned));
  const ports = useMemo(() => createPorts(dispatch), []);
  const { email, subscriptionId } = readPurchase();
  const leave = () => {
    if (link.surePopup && !state.hasAskedAgain) return dispatch({ type: "decline_asked" });
    tracker().offerDecline();
    navigate(paths.accessProduct(subscriptionId));
  };
  if (subscriptionId === "") return <NothingBought />;
  const newest = findPlan(state.bought.at(-1) ?? "");
  const isSample = site().registry === "sample";
  const title = newest === undefined
    ? t("Payment complete. Your report is ready.")
    : t("{name} added", { name: planName(newest) });
  return (
    <Page title={title} heading={false} width="wide">
      <div className="stack stack--48">
        {newest === undefined
          ? (
            <div className="stack">
              <PaidMoment title={title} testId="paid-moment">
                <PaidLines paid={paid} email={email} />
              </PaidMoment>
              <div className="paid-bar">
                <OpenReport kind="primary" subscriptionId={subscriptionId} />
              </div>
              <NextCharge paid={paid} />
            </div>
          )
          : (
            <div key={newest.id} className="paid-extra stack stack--24">
              <PaidMoment title={title} takesFocus testId={`bought-${newest.id}`} />
              <BoughtExtra plan={newest} nowMs={openedMs} isSample={isSample} subscriptionId={subscriptionId} />
              <ExtraReceipt sum={money(todayCents(newest))} paid={paid} email={email} />
              {openedBy(newest) !== undefined && <OpenReport kind="quiet" subscriptionId={subscriptionId} />}
            </div>
          )}
        {plans.length > 0 && (
          <section className="paid-extras stack stack--12" aria-labelledby="extras-title">
            <h2 id="extras-title">{t("Optional extras")}</h2>
            <OfferList
              lead={t("Your report is complete without them.")}
              plans={plans}
              state={state}
              nowMs={openedMs}
              card={paid?.card ?? ""}
              isSample={isSample}
              level={3}
              onAdd={(plan) => void buyAdditional(ports, plan)}
            />
          </section>
        )}
        {newest === undefined && (
          <LeaveOffers
            isAskingAgain={state.isAskingAgain}
            onLeave={leave}
            onBack={() => dispatch({ type: "decline_taken_back" })}
          />
        )}
      </div>
    </Page>
  );
}

interface OpenReportProps {
  readonly kind: "primary" | "quiet";
  readonly subscriptionId: string;
}

function OpenReport({ kind, subscriptionId }: OpenReportProps) {
  return (
    <ButtonLink kind={kind} wide className="offers-way" to={paths.accessProduct(subscriptionId)} testId="open-report">
      {t("Open my report")}
    </ButtonLink>
  );
}

interface BoughtExtraProps {
  readonly plan: Plan;
  readonly nowMs: number;
  readonly isSample: boolean;
  readonly subscriptionId: string;
}

/** What was bought is one press away; a PDF and a pack are with the report. */
function BoughtExtra({ plan, nowMs, isSample, subscriptionId }: BoughtExtraProps) {
  const navigate = useNavigate();
  const open = openedBy(plan);
  const go = (to: string) => {
    // Signing in takes the purchase with it, and then opens what was asked for.
    purchaseKey.write(subscriptionId);
    navigate(paths.signIn(), { state: { next: to } });
  };
  return (
    <BoughtCard
      plan={plan}
      nowMs={nowMs}
      isSample={isSample}
      action={open === undefined
        ? <OpenReport kind="primary" subscriptionId={subscriptionId} />
        : <Button kind="primary" wide onClick={() => go(open.to)} testId="next-step">{open.text}</Button>}
      note={howToOpen(plan)}
    />
  );
}

function howToOpen(plan: Plan): string {
  return openedBy(plan) === undefined
    ? t("Sign in once on that page. Then you can download the PDF.")
    : t("You'll need to sign in first.");
}

function openedBy({ unlocks = [], credits }: Plan) {
  const [only, ...more] = unlocks;
  return more.length > 0 || only === "pdf_report" ? undefined : places(only, credits);
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
    readPurchase,
    onSuccess: ({ id }) => dispatch({ type: "added", planId: id }),
  };
}
