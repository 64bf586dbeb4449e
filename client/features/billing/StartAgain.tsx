/** A plan that has ended starts again: the price first, the consent, then one button that charges the stored card. */
import { t } from "../../i18n/t.ts";
import { useState } from "react";
import type { Shown } from "../../../server/wire/billing/purchase.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { ConsentRow } from "../../ui/controls/ConsentRow.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";

export interface StartAgainTerms {
  /** What is paid when, and how to leave. */
  readonly lines: readonly string[];
  /** What the member agrees to, stored word for word. */
  readonly consent: string;
  /** Names the sum. */
  readonly pay: string;
  readonly shown: Shown;
}

export interface StartAgainProps {
  /** The figures of this moment; asked anew after a failure. */
  readonly terms: () => StartAgainTerms;
  /** The sentence of a failure, or empty text. */
  readonly start: (terms: StartAgainTerms) => Promise<string>;
  readonly onStarted: () => void;
}

export function StartAgain({ terms, start, onStarted }: StartAgainProps) {
  const [offered, setOffered] = useState<StartAgainTerms>();
  const [isAgreed, setAgreed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [isConsentMissing, setConsentMissing] = useState(false);
  if (offered === undefined) {
    return <Button onClick={() => setOffered(terms())} testId="start-again">{t("Start this plan again")}</Button>;
  }
  const pay = async () => {
    setConsentMissing(!isAgreed);
    if (!isAgreed) return;
    setBusy(true);
    const failure = await start(offered);
    setBusy(false);
    if (failure === "") return onStarted();
    setError(failure);
    setOffered(terms());
  };
  return (
    <div className="card card--mist stack stack--12" data-testid="start-again-terms">
      {offered.lines.map((line) => <p key={line} className="numbers">{line}</p>)}
      <p>{t("The card you paid with last is charged.")}</p>
      <ConsentRow
        checked={isAgreed}
        onChange={setAgreed}
        error={isConsentMissing && !isAgreed ? t("Please tick the box first.") : ""}
        testId="start-again-consent"
      >
        {offered.consent}
      </ConsentRow>
      {error !== "" && (
        <Notice kind="error" live testId="start-again-error">
          <p>{error}</p>
        </Notice>
      )}
      <div className="row">
        <Button
          kind="primary"
          busy={isBusy ? t("Paying") : undefined}
          onClick={() => void pay()}
          testId="start-again-pay"
        >
          {offered.pay}
        </Button>
        <Button onClick={() => setOffered(undefined)}>{t("Don't start it")}</Button>
      </div>
    </div>
  );
}
