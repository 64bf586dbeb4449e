/** What the payment screen says: an error above the card, or else progress and the ways on from an undecided payment. */
import { t } from "../../../i18n/t.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { Notice } from "../../../ui/layout/Notice.tsx";
import type { PurchaseState } from "../purchase/purchase_state.ts";
import { CHALLENGE_LEFT_TEXT, WAITING_TEXT } from "../purchase/purchase_texts.ts";
import type { ApplePayment } from "../apple_pay/use_apple_payment.ts";
import type { MethodChoiceProps } from "./PaymentMethods.tsx";
import type { CardPayment } from "./use_card_payment.ts";

interface MessagesProps {
  readonly state: PurchaseState;
  readonly payment: CardPayment;
  readonly apple: ApplePayment;
}

interface PaymentErrorProps {
  readonly error: string;
  /** What the shopper can do instead of pressing Pay again. */
  readonly otherWays: ReactNode;
}

/** Why the last try failed, above the card fields, where the shopper can fix it; it takes the focus. */
export function PaymentError({ error, otherWays }: PaymentErrorProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== "") place.current?.focus();
  }, [error]);
  return (
    <div ref={place} tabIndex={-1} className="payment__error">
      {error !== "" && (
        <Notice kind="error" live action={otherWays} testId="payment-error">
          <p>{error}</p>
        </Notice>
      )}
    </div>
  );
}

interface OtherWaysProps extends Pick<MethodChoiceProps, "method" | "onChoose"> {
  readonly isCardRefused: boolean;
  readonly isApplePossible: boolean;
  readonly onAnotherCard: () => void;
}

/** After an error: another card, or the other method. */
export function OtherWays({ method, onChoose, isCardRefused, isApplePossible, onAnotherCard }: OtherWaysProps) {
  if (method === "apple") {
    return <Button kind="plain" onClick={() => onChoose("card")}>{t("Pay with a card instead")}</Button>;
  }
  return (
    <>
      {isCardRefused && (
        <Button kind="plain" onClick={onAnotherCard} testId="another-card">{t("Use another card")}</Button>
      )}
      {isApplePossible && (
        <Button kind="plain" onClick={() => onChoose("apple")}>{t("Pay with Apple Pay instead")}</Button>
      )}
    </>
  );
}

/**
 * In place of the form, once it is no longer needed. A press is followed by another message, without the button, so the
 * focus goes to where it appears.
 */
export function PaymentMessages({ state, payment, apple }: MessagesProps) {
  const place = useRef<HTMLDivElement>(null);
  const press = (act: () => void) => () => {
    place.current?.focus();
    act();
  };
  return (
    <div ref={place} tabIndex={-1}>
      {messageOf({ state, payment, apple }, press)}
    </div>
  );
}

function messageOf({ state, payment, apple }: MessagesProps, press: (act: () => void) => () => void): ReactNode {
  const askBank = <Button onClick={press(payment.resume)} testId="ask-bank">{t("Check again")}</Button>;
  switch (state.phase) {
    case "ready":
    case "paying":
      return null;
    case "confirming":
    case "done":
      return (
        <Notice kind="info" live title={t("Payment approved. One moment…")}>
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
              <Button kind="primary" onClick={press(apple.repeat ?? payment.retryCreate)} testId="retry-create">
                {t("Try again")}
              </Button>
              {state.mayStartOver && <Button onClick={press(payment.restart)}>{t("Restart payment")}</Button>}
            </div>
          }
        >
          {state.help === "" ? undefined : <p>{state.help}</p>}
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
              <Button kind="primary" onClick={press(payment.openChallenge)} testId="open-check">
                {t("Continue verification")}
              </Button>
              {askBank}
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
          action={askBank}
        >
          <p>{WAITING_TEXT}</p>
        </Notice>
      );
  }
}
