/** The payment screen: plan, price, cancellation terms, consent, card and the Pay button. */
import { planName } from "../../../lib/format/plan_names.ts";
import { t } from "../../../i18n/t.ts";
import { useEffect, useReducer, useRef, useState } from "react";
import { shownFigures } from "../../../../server/wire/billing/schedule.ts";
import type { Plan } from "../../../../server/wire/billing/plans.ts";
import type { CreateNoUser, CreateNoUserApplePay, Instrument } from "../../../../server/wire/billing/purchase.ts";
import { money } from "../../../lib/format/money.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ConsentRow } from "../../../ui/controls/ConsentRow.tsx";
import { Notice } from "../../../ui/layout/Notice.tsx";
import { Skeleton } from "../../../ui/layout/Skeleton.tsx";
import type { ApplePorts } from "../apple_pay/apple_purchase.ts";
import type { ApplePayment as AppleToken } from "../apple_pay/apple_sheet.ts";
import { CONSENT_TEXT_VERSION } from "../constants.ts";
import type { PaymentMethod } from "../checkout_store.ts";
import { AppleButton, MethodChoice } from "./PaymentMethods.tsx";
import { consentText, priceLines } from "../plans/price_lines.ts";
import type { PurchasePorts } from "../purchase/purchase.ts";
import {
  isPaymentLoading,
  PURCHASE_START,
  type PurchasePhase,
  purchaseReducer,
  type PurchaseState,
} from "../purchase/purchase_state.ts";
import { CHALLENGE_LEFT_TEXT, UNCONFIRMED_HELP, WAITING_TEXT } from "../purchase/purchase_texts.ts";
import { type ApplePayment, useApplePayment } from "../apple_pay/use_apple_payment.ts";
import { type CardPayment, type CardPaymentInput, useCardPayment } from "./use_card_payment.ts";

export interface PaymentFormProps {
  readonly plan: Plan;
  readonly email: string;
  readonly locale: string;
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
      text_version: CONSENT_TEXT_VERSION,
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
  const isApple = apple.isReady && props.method === "apple";
  useEffect(() => {
    if (state.consentError !== "") consentRow.current?.querySelector("input")?.focus();
  }, [state.consentError]);
  const messages = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state.error !== "") messages.current?.scrollIntoView({ block: "nearest" });
  }, [state.error, state.phase]);
  const lines = priceLines(plan, shown);
  const isSettled = SETTLED.includes(state.phase);
  return (
    <div className="payment" data-testid="payment" data-phase={state.phase}>
      <div className="payment__head">
        <h1>{planName(plan)}</h1>
        {state.phase === "ready" && (
          <div className="payment__ways">
            {apple.isReady && <MethodChoice method={props.method} onChoose={props.onMethod} />}
            <Button kind="plain" onClick={onChangePlan} testId="change-plan">{t("Change")}</Button>
          </div>
        )}
      </div>
      <div className="payment__price">
        <p className="payment__today numbers" data-testid="price-today">{lines.today}</p>
        <p className="numbers" data-testid="price-then">{lines.then}</p>
        <p className="muted">{lines.leave}</p>
      </div>
      <div hidden={isSettled} className="payment__form">
        <div ref={consentRow}>
          <ConsentRow
            checked={state.isConsented}
            onChange={(isConsented) => dispatch({ type: "consent_toggled", isConsented })}
            error={state.consentError}
            testId="consent-tick"
          >
            {text}
          </ConsentRow>
        </div>
        <CardPart payment={payment} isHidden={isApple} />
      </div>
      <div ref={messages} className="payment__end">
        <Messages state={state} payment={payment} apple={apple} />
        <div ref={payment.button} hidden={isSettled || isApple || payment.load.kind === "failed"} />
        {isApple && !isSettled && payment.load.kind === "ready" && (
          <AppleButton sum={money(shown.today_cents)} isBusy={isPaymentLoading(state)} onPress={apple.press} />
        )}
      </div>
    </div>
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
      {load.kind === "loading" && (
        <div className="payment__waiting">
          <Skeleton lines={4} label={t("Loading card form")} />
        </div>
      )}
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
      <div ref={payment.form} className="payment__card" hidden={isHidden} />
    </>
  );
}

interface MessagesProps {
  readonly state: PurchaseState;
  readonly payment: CardPayment;
  readonly apple: ApplePayment;
}

function Messages({ state, payment, apple }: MessagesProps) {
  switch (state.phase) {
    case "ready":
    case "paying":
      return state.error === "" ? null : (
        <Notice kind="error" live testId="payment-error">
          <p>{state.error}</p>
        </Notice>
      );
    case "confirming":
    case "done":
      return (
        <Notice kind="info" live title={t("Payment complete. One moment…")}>
          <p>{state.progress === "" ? t("We're setting up your plan.") : state.progress}</p>
        </Notice>
      );
    case "unconfirmed":
      return (
        <Notice
          kind="error"
          live
          title={state.error}
          testId="payment-error"
          action={
            <div className="row">
              <Button kind="primary" onClick={apple.repeat ?? payment.retryCreate} testId="retry-create">
                {t("Try again")}
              </Button>
              {state.mayStartOver && <Button onClick={payment.restart}>{t("Restart payment")}</Button>}
            </div>
          }
        >
          <p>{state.help === "" ? UNCONFIRMED_HELP : state.help}</p>
        </Notice>
      );
    case "check_left":
      return (
        <Notice
          kind="info"
          live
          title={t("Your bank's verification isn't finished")}
          testId="payment-check-left"
          action={
            <div className="row">
              <Button kind="primary" onClick={payment.openChallenge} testId="open-check">
                {t("Continue verification")}
              </Button>
              <Button onClick={payment.resume} testId="ask-bank">{t("Check again")}</Button>
            </div>
          }
        >
          <p>{CHALLENGE_LEFT_TEXT}</p>
        </Notice>
      );
    case "waiting":
      if (state.progress !== "") {
        return (
          <Notice kind="info" live title={t("One moment")} testId="payment-resuming">
            <p>{state.progress}</p>
          </Notice>
        );
      }
      return (
        <Notice
          kind="info"
          live
          title={t("Waiting for your bank's decision")}
          testId="payment-waiting"
          action={<Button onClick={payment.resume} testId="ask-bank">{t("Check again")}</Button>}
        >
          <p>{WAITING_TEXT}</p>
        </Notice>
      );
  }
}
