/** The payment screen: plan, price, cancellation terms, card, consent and the Pay button. */
import { planName } from "../../../lib/format/plan_names.ts";
import { t } from "../../../i18n/t.ts";
import { useEffect, useReducer, useRef, useState } from "react";
import { shownFigures } from "../../../../server/wire/billing/schedule.ts";
import type { Plan } from "../../../../server/wire/billing/plans.ts";
import type { CreateNoUser, CreateNoUserApplePay, Instrument } from "../../../../server/wire/billing/purchase.ts";
import { paths } from "../../../lib/browser/paths.ts";
import { site } from "../../../lib/browser/site.ts";
import { ROOM_FOR_NUMBER } from "../../../lib/hydration/use_known.ts";
import { money } from "../../../lib/format/money.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ConsentRow } from "../../../ui/controls/ConsentRow.tsx";
import { Notice } from "../../../ui/layout/Notice.tsx";
import type { ApplePorts } from "../apple_pay/apple_purchase.ts";
import type { ApplePayment as AppleToken } from "../apple_pay/apple_sheet.ts";
import type { CheckedNumber } from "../checked_number.ts";
import { PLAN_CONSENT_VERSION } from "../../../../server/wire/billing/consent_texts.ts";
import type { PaymentMethod } from "../checkout_store.ts";
import { AppleButton } from "./PaymentMethods.tsx";
import { AcceptedBrands } from "./AcceptedBrands.tsx";
import { PaymentHead } from "./PaymentHead.tsx";
import { OtherWays, PaymentError, PaymentMessages } from "./PaymentMessages.tsx";
import { consentText, ROOM_FOR_FIGURES } from "../plans/price_lines.ts";
import type { PurchasePorts } from "../purchase/purchase.ts";
import { isPaymentLoading, PURCHASE_START, type PurchasePhase, purchaseReducer } from "../purchase/purchase_state.ts";
import { useApplePayment } from "../apple_pay/use_apple_payment.ts";
import { type CardPayment, type CardPaymentInput, useCardPayment } from "./use_card_payment.ts";

export interface PaymentFormProps {
  readonly plan: Plan;
  readonly email: string;
  readonly locale: string;
  /** The number that was checked, and what the free check found. */
  readonly number: CheckedNumber;
  /** Terms version named by the link (`tcv`), empty without one; stored beside the version that is shown. */
  readonly linkTextVersion: string;
  readonly isProduction: boolean;
  readonly ports: Omit<PurchasePorts, "dispatch">;
  readonly openSession: CardPaymentInput["openSession"];
  readonly createBody: (instrument: Instrument) => CreateNoUser;
  readonly method: PaymentMethod;
  readonly onMethod: (method: PaymentMethod) => void;
  readonly apple: AppleProps;
  readonly onChangePlan: () => void;
}

export interface AppleProps {
  /** The site offers Apple Pay. */
  readonly isOn: boolean;
  readonly ports: Pick<ApplePorts, "create" | "validateMerchant" | "track">;
  readonly body: (payment: AppleToken) => CreateNoUserApplePay;
  /** Page on which the plan is changed and cancelled; Apple's sheet links to it. */
  readonly managementUrl: string;
}

/** Replaces the form once it is no longer needed. */
const SETTLED: readonly PurchasePhase[] = ["unconfirmed", "waiting", "check_left", "confirming"];

export function PaymentForm(props: PaymentFormProps) {
  const { plan, openSession, createBody, isProduction, onChangePlan } = props;
  const [state, dispatch] = useReducer(purchaseReducer, PURCHASE_START);
  const [openedMs] = useState(() => Date.now());
  const consentRow = useRef<HTMLDivElement>(null);
  const shown = state.correctedFigures ?? shownFigures(plan, openedMs);
  const text = consentText(plan, shown);
  const submission = () => ({
    isConsented: state.isConsented,
    consent: {
      plan_id: plan.id,
      email: props.email,
      text,
      text_version: PLAN_CONSENT_VERSION,
      link_text_version: props.linkTextVersion,
      locale: props.locale,
      shown,
    },
  });
  const ports = { ...props.ports, dispatch };
  const payment = useCardPayment({ plan, isProduction, ports, dispatch, submission, openSession, createBody });
  const { managementUrl } = props.apple;
  const apple = useApplePayment({
    isOn: props.apple.isOn,
    ports: { ...ports, ...props.apple.ports },
    order: () => ({
      ...submission(),
      terms: { plan, name: planName(plan), shown, agreement: text, managementUrl },
      body: props.apple.body,
    }),
  });
  const method = apple.isReady ? props.method : "card";
  const isApple = method === "apple";
  const choose = (other: PaymentMethod) => {
    // A message about the method before is out of date.
    dispatch({ type: "card_changed" });
    props.onMethod(other);
  };
  useEffect(() => {
    if (state.consentError !== "" && state.isConsentFirst) consentRow.current?.querySelector("input")?.focus();
  }, [state.consentError, state.isConsentFirst]);
  const messages = useRef<HTMLDivElement>(null);
  const cardError = state.phase === "ready" || state.phase === "paying" ? state.error : "";
  useEffect(() => {
    if (state.error !== "" && cardError === "") messages.current?.scrollIntoView({ block: "nearest" });
  }, [state.error, cardError]);
  const isSettled = SETTLED.includes(state.phase);
  return (
    <div className="payment" data-testid="payment" data-phase={state.phase}>
      <PaymentHead
        plan={plan}
        shown={shown}
        number={props.number}
        isApplePossible={apple.isReady}
        method={method}
        onMethod={choose}
        onChangePlan={onChangePlan}
        isFixed={state.phase !== "ready"}
      />
      <div hidden={isSettled} className="payment__form">
        <PaymentError
          error={cardError}
          otherWays={
            <OtherWays
              method={method}
              onChoose={choose}
              isCardRefused={state.isCardRefused}
              isApplePossible={apple.isReady}
              onAnotherCard={payment.askForAnotherCard}
            />
          }
        />
        <CardPart payment={payment} isHidden={isApple} />
      </div>
      <div ref={messages} className="payment__end">
        <PaymentMessages state={state} payment={payment} apple={apple} />
        {/* Right above the button that acts on it. */}
        <div ref={consentRow} hidden={isSettled || payment.load.kind === "failed"}>
          <ConsentRow
            checked={state.isConsented}
            onChange={(isConsented) => dispatch({ type: "consent_toggled", isConsented })}
            error={state.consentError}
            testId="consent-tick"
          >
            {text}
          </ConsentRow>
          <LegalLinks />
        </div>
        <div ref={payment.button} hidden={isSettled || isApple || payment.load.kind === "failed"} />
        {isApple && !isSettled && payment.load.kind === "ready" && (
          <AppleButton sum={money(shown.today_cents)} isBusy={isPaymentLoading(state)} onPress={apple.press} />
        )}
      </div>
    </div>
  );
}

/** The screen as the server sends it, with room for number and figures; the app brings the card fields. */
export function SentPayment({ plan }: { readonly plan: Plan }) {
  const shown = shownFigures(plan, 0);
  return (
    <div className="payment" data-phase="sent">
      <PaymentHead
        plan={plan}
        shown={shown}
        format={ROOM_FOR_FIGURES}
        number={{ text: ROOM_FOR_NUMBER }}
        isApplePossible={false}
        method="card"
        onMethod={noChoiceYet}
        onChangePlan={noChoiceYet}
        isFixed={false}
      />
      <div className="payment__form">
        <CardSkeleton />
      </div>
      <div className="payment__end">
        <div>
          <ConsentRow checked={false} onChange={noChoiceYet} testId="consent-tick">
            {consentText(plan, shown, ROOM_FOR_FIGURES)}
          </ConsentRow>
          <LegalLinks />
        </div>
      </div>
    </div>
  );
}

/** Presses are kept until the app runs (lib/hydration/). */
function noChoiceYet(): void {}

function LegalLinks() {
  return (
    <p className="payment__legal small">
      <a href={`${site().base}${paths.terms()}`} target="_blank" rel="noopener">{t("Terms")}</a>
      <a href={`${site().base}${paths.privacy()}`} target="_blank" rel="noopener">{t("Privacy")}</a>
    </p>
  );
}

function CardSkeleton() {
  return (
    <p className="card-skeleton" role="status">
      <span />
      <span />
      <span />
      <span className="visually-hidden">{t("Loading card form")}</span>
    </p>
  );
}

interface CardPartProps {
  readonly payment: CardPayment;
  /** Hidden while Apple Pay is selected, so that the typed values stay. */
  readonly isHidden: boolean;
}

function CardPart({ payment, isHidden }: CardPartProps) {
  const { load } = payment;
  return (
    <>
      {load.kind === "loading" && <CardSkeleton />}
      {load.kind === "failed" && (
        <Notice
          kind="error"
          live
          action={load.needsReload
            ? <Button onClick={() => location.reload()}>{t("Reload page")}</Button>
            : <Button onClick={payment.restart} testId="reload-form">{t("Try again")}</Button>}
        >
          <p>{load.text}</p>
        </Notice>
      )}
      <div className="payment__fields" hidden={isHidden || load.kind === "failed"}>
        <AcceptedBrands />
        <div ref={payment.form} className="payment__card" />
      </div>
    </>
  );
}
