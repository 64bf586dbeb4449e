/** Restarts a plan that has ended: first the price, then the consent, then one button that charges the stored card. */
import { t } from "../../i18n/t.ts";
import { useRef, useState } from "react";
import type { Shown } from "../../../server/wire/billing/purchase.ts";
import { money } from "../../lib/format/money.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { ConsentRow } from "../../ui/controls/ConsentRow.tsx";
import { takeFocus } from "../../ui/controls/take_focus.ts";
import { ErrorNotice, Notice } from "../../ui/layout/Notice.tsx";

export interface RestartTerms {
  /** The charges with their dates, and how to cancel. */
  readonly lines: readonly string[];
  /** The consent text, stored word for word. */
  readonly consent: string;
  /** Contains the amount. */
  readonly pay: string;
  readonly shown: Shown;
}

export interface RestartPlanProps {
  /** Current figures; fetched again after a failure. */
  readonly terms: () => RestartTerms;
  /** Error message, or empty text. */
  readonly start: (terms: RestartTerms) => Promise<string>;
  readonly onStarted: () => void;
  /** The member has the plan already, so it is not offered. */
  readonly isOwned: boolean;
}

export function RestartPlan({ terms, start, onStarted, isOwned }: RestartPlanProps) {
  const [offered, setOffered] = useState<RestartTerms>();
  const [isAgreed, setAgreed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [isConsentMissing, setConsentMissing] = useState(false);
  const [paidCents, setPaidCents] = useState<number>();
  const hasOffered = useRef(false);
  if (paidCents !== undefined) {
    return (
      <Notice kind="done" live title={t("You paid {sum}", { sum: money(paidCents) })} testId="started-again">
        <p ref={takeFocus} tabIndex={-1}>{t("Your plan has restarted. We're emailing you the receipt.")}</p>
      </Notice>
    );
  }
  if (offered === undefined) {
    if (isOwned) return null;
    const offer = () => {
      hasOffered.current = true;
      setOffered(terms());
    };
    return (
      <Button onClick={offer} takesFocus={hasOffered.current} testId="start-again">{t("Restart this plan")}</Button>
    );
  }
  const pay = async () => {
    setConsentMissing(!isAgreed);
    if (!isAgreed) return;
    setBusy(true);
    const failure = await start(offered);
    setBusy(false);
    if (failure === "") {
      setPaidCents(offered.shown.today_cents);
      return onStarted();
    }
    setError(failure);
    setOffered(terms());
  };
  return (
    <div
      ref={takeFocus}
      className="card card--mist stack stack--12"
      role="group"
      aria-label={t("Restart this plan")}
      tabIndex={-1}
      data-testid="start-again-terms"
    >
      {offered.lines.map((line) => <p key={line} className="numbers">{line}</p>)}
      <p>{t("We'll charge the card you last paid with.")}</p>
      <ConsentRow
        checked={isAgreed}
        onChange={setAgreed}
        error={isConsentMissing && !isAgreed ? t("Check this box to continue.") : ""}
        testId="start-again-consent"
      >
        {offered.consent}
      </ConsentRow>
      <ErrorNotice error={error} testId="start-again-error" />
      <div className="row">
        <Button
          kind="primary"
          busy={isBusy ? t("Processing payment") : undefined}
          onClick={() => void pay()}
          testId="start-again-pay"
        >
          {offered.pay}
        </Button>
        <Button onClick={() => setOffered(undefined)} disabled={isBusy}>{t("Not now")}</Button>
      </div>
    </div>
  );
}
