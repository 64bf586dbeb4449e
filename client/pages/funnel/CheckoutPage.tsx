/** The purchase steps of the main route: details, plan, payment. */
import { LOCALE } from "../../i18n/language.ts";
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from "react";
import { Navigate, type NavigateFunction, useLocation, useNavigate } from "react-router-dom";
import { postValidateMerchant } from "../../api/services.ts";
import { currentAttribution } from "../../visit/attribution.ts";
import { currentLink } from "../../lib/link/link.ts";
import { lazyPage } from "../../lib/browser/lazy_page.ts";
import { type CheckoutStep, paths } from "../../lib/browser/paths.ts";
import { Page } from "../../ui/layout/Page.tsx";
import { isAdTrackerOn, tracker } from "../../visit/tracker.ts";
import { checkedNumber } from "../../features/checkout/checked_number.ts";
import { changeDraft, chosenPlan, draft, selectedPaymentMethod } from "../../features/checkout/checkout_store.ts";
import { type Details, isDetailsComplete, toAddress } from "../../features/checkout/details/details.ts";
import { DetailsForm } from "../../features/checkout/details/DetailsForm.tsx";
import { planInProgress, storePending } from "../../features/checkout/payment/pending_payment.ts";
import { type AppleProps, PaymentForm, SentPayment } from "../../features/checkout/payment/PaymentForm.tsx";
import { NumberChip } from "../../features/checkout/payment/PaymentHead.tsx";
import { StepProgress } from "../../features/checkout/StepProgress.tsx";
import { PlanChoice } from "../../features/checkout/plans/PlanChoice.tsx";
import { priceLines } from "../../features/checkout/plans/price_lines.ts";
import { plansOnSale } from "../../features/checkout/plans/plan_choice.ts";
import type { PurchasePorts } from "../../features/checkout/purchase/purchase.ts";
import { dispatchQuiz, quiz } from "../../features/quiz/quiz_store.ts";
import { session } from "../../features/session/session_store.ts";
import { visitorLocation } from "../../lib/storage/location_store.ts";
import { site } from "../../lib/browser/site.ts";
import { useKnown } from "../../lib/hydration/use_known.ts";
import { validator } from "../../lib/storage/validator_store.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
import { waitForConnection } from "../../lib/browser/wait.ts";
import { agree, createApplePlan, createPlan, isRealMoney, openSession } from "../plan_calls.ts";
import { DEFAULT_PLAN, findPlan, type Plan } from "../../../server/wire/billing/plans.ts";
import { CHOSEN_PARAMETER } from "../../../server/wire/site/screens/sent_screens.ts";
import { shownFigures } from "../../../server/wire/billing/schedule.ts";
import type { CreateNoUser, Instrument } from "../../../server/wire/billing/purchase.ts";

/** Loads for members only. */
const UnlessOwned = lazyPage(() => import("./UnlessOwned.tsx").then((part) => part.UnlessOwned));

export function CheckoutSteps({ step }: { readonly step: CheckoutStep }) {
  useSignals();
  switch (step) {
    case "details":
      return <DetailsStep />;
    case "plan":
      return <PlanStep />;
    case "payment":
      return <PaymentStep />;
  }
}

function DetailsStep() {
  useSignals();
  const navigate = useNavigate();
  // A member's address is suggested until something is typed; a field that was emptied stays empty.
  const [isTyped, setTyped] = useState(false);
  const details = isTyped ? { ...currentDetails(), email: quiz.value.email } : currentDetails();
  const [nowMs] = useState(() => Date.now());
  const plan = chosenPlan(draft.value.planId, plansOnSale(currentLink()));
  return (
    <StepPage step={1} title={t("Where should we send your report?")} width="narrow">
      <PriceNote plan={plan} nowMs={nowMs} />
      <DetailsForm
        details={details}
        onChange={(next) => {
          setTyped(true);
          keepDetails(next);
        }}
        onDone={() => {
          // From here on suggested values, such as the country, count as entered.
          keepDetails({ ...details, email: details.email.trim() });
          tracker().detailsSubmit();
          navigate(paths.plan());
        }}
      />
    </StepPage>
  );
}

interface StepPageProps {
  readonly step: 1 | 2;
  readonly title: string;
  readonly width?: "narrow";
  readonly children: ReactNode;
}

/** The third step is the payment, which has a head of its own. */
function StepPage({ step, title, width, children }: StepPageProps) {
  return (
    <Page title={title} heading={false} {...width === undefined ? {} : { width }}>
      <div className="stack stack--24">
        <div className="stack stack--16">
          <StepProgress step={step} />
          <h1>{title}</h1>
        </div>
        {children}
      </div>
    </Page>
  );
}

/** What the report costs and which number it is about, before anything is asked. */
function PriceNote({ plan, nowMs }: { readonly plan: Plan; readonly nowMs: number }) {
  useSignals();
  const { today, then, leave } = priceLines(plan, shownFigures(plan, nowMs));
  const number = checkedNumber(validator.value.phoneNumber);
  return (
    <div className="price-note" data-testid="details-price">
      {number.text !== "" && <NumberChip {...number} />}
      <p className="numbers">
        <b>{today}</b>
        <br />
        {then}
      </p>
      <p className="small muted">{leave} {t("You'll choose your plan on the next page.")}</p>
    </div>
  );
}

function PlanStep() {
  useSignals();
  const navigate = useNavigate();
  const plans = plansOnSale(currentLink());
  const chosen = chosenPlan(draft.value.planId, plans);
  const openedMs = useRef(Date.now());
  return (
    <StepPage step={2} title={t("Choose a plan")}>
      <PlanChoice
        plans={plans}
        chosen={chosen}
        nowMs={openedMs.current}
        onChoose={(plan) => {
          changeDraft({ planId: plan.id });
          tracker().planSelect(plan.id);
        }}
        onDone={() => {
          // The mark of a card moves at once; on a slow phone its plan is drawn later than the next press.
          const { id } = chosenPlan(draft.value.planId, plans);
          changeDraft({ planId: id });
          navigate(paths.payment(id));
        }}
      />
    </StepPage>
  );
}

function PaymentStep() {
  const { search } = useLocation();
  const planId = new URLSearchParams(search).get(CHOSEN_PARAMETER) ?? "";
  return useKnown() ? <Payment planId={planId} /> : <SentPaymentStep plan={findPlan(planId) ?? DEFAULT_PLAN} />;
}

function SentPaymentStep({ plan }: { readonly plan: Plan }) {
  return (
    <Page title={t("Payment")} width="narrow" heading={false}>
      <SentPayment plan={plan} />
    </Page>
  );
}

function Payment({ planId }: { readonly planId: string }) {
  useSignals();
  const navigate = useNavigate();
  const link = currentLink();
  const [underWay] = useState(planInProgress);
  // As they are when the screen opens: a session that ends must not take the card form away.
  const [details] = useState(currentDetails);
  const [isMember] = useState(() => session.value.user !== undefined);
  const plan = underWay ?? chosenPlan(planId || draft.value.planId, plansOnSale(link));
  if (!isDetailsComplete(details)) return <Navigate to={paths.details()} replace />;
  const buyer = () => ({
    plan_id: plan.id,
    email: details.email.trim(),
    attribution: { ...currentAttribution() },
    address: toAddress(details),
  });
  const createBody = (instrument: Instrument): CreateNoUser => ({ ...buyer(), instrument });
  const apple: AppleProps = {
    isOn: site().applePay,
    ports: {
      track: tracker(),
      create: createApplePlan,
      validateMerchant: (validationURL) => postValidateMerchant({ validationURL, domain: location.hostname }),
    },
    body: ({ token }) => ({
      ...buyer(),
      token: { ...token },
      display_name: token.paymentMethod?.displayName ?? "",
      vault: link.vault,
    }),
    managementUrl: `${location.origin}${site().base}${paths.manageSubscriptions()}`,
  };
  const waiting = <SentPayment plan={plan} />;
  const form = (
    <PaymentModal planId={plan.id} waiting={waiting}>
      <PaymentForm
        plan={plan}
        email={details.email.trim()}
        locale={LOCALE}
        number={checkedNumber(validator.value.phoneNumber)}
        linkTextVersion={link.tcv}
        isProduction={isRealMoney()}
        ports={purchasePorts(navigate)}
        openSession={openSession}
        createBody={createBody}
        method={selectedPaymentMethod.value}
        onMethod={(method) => selectedPaymentMethod.value = method}
        apple={apple}
        onChangePlan={() => navigate(paths.plan())}
      />
    </PaymentModal>
  );
  const owned = <UnlessOwned key={plan.id} plan={plan} waiting={waiting}>{form}</UnlessOwned>;
  return (
    <Page title={t("Payment")} width="narrow" heading={false}>
      {isMember && underWay === undefined ? <Suspense fallback={waiting}>{owned}</Suspense> : form}
    </Page>
  );
}

interface PaymentModalProps {
  readonly planId: string;
  /** Shown until the modal is open, so that the page does not jump. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** Opens and closes the payment modal (W-START-06) with its two events, while the form is shown. */
function PaymentModal({ planId, waiting, children }: PaymentModalProps) {
  useSignals();
  useLayoutEffect(() => {
    dispatchQuiz({ type: "payment_modal_opened" });
    tracker().modalPaymentOpen(planId);
    return () => {
      dispatchQuiz({ type: "payment_modal_closed" });
      tracker().modalPaymentClose();
    };
  }, [planId]);
  return quiz.value.isPaymentModalOpen ? children : waiting;
}

function purchasePorts(navigate: NavigateFunction): Omit<PurchasePorts, "dispatch"> {
  return {
    track: tracker(),
    agree,
    create: createPlan,
    wait: waitForConnection,
    isAdTrackerOn,
    storePending,
    remember: ({ email, subscriptionId, url }) => {
      slots.purchaseEmail.write(email);
      slots.purchaseSubscriptionId.write(subscriptionId);
      slots.purchaseUrl.write(url);
    },
    // Replaces the history entry, so that "back" from the offers does not lead to a paid payment form.
    goToOffers: () => navigate(paths.offers(), { replace: true }),
  };
}

/** A component that calls this must call `useSignals()` first. */
function currentDetails(): Details {
  const { firstName, lastName, country, postalCode } = draft.value;
  return {
    email: quiz.value.email || (session.value.user?.email ?? ""),
    firstName,
    lastName,
    country: country || visitorLocation.value.country,
    postalCode,
  };
}

function keepDetails({ email, ...rest }: Details): void {
  if (email !== quiz.value.email) dispatchQuiz({ type: "email_changed", email });
  changeDraft(rest);
}
