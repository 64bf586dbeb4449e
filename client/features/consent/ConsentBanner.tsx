/**
 * Asks about cookies within the page, never as an overlay; both choices look the same. A step of quiz or purchase has
 * one question of its own, so there the visitor is asked only on request; nothing is tracked meanwhile.
 */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { asksConsent } from "../../../server/wire/site/asks_consent.ts";
import { site } from "../../lib/browser/site.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { takeFocus } from "../../ui/controls/take_focus.ts";
import { consent, dispatchConsent } from "./consent_store.ts";

export interface ConsentBannerProps {
  readonly policy: ReactNode;
  /** On a step of quiz or purchase. */
  readonly isStep?: boolean;
}

export function ConsentBanner({ policy, isStep = false }: ConsentBannerProps) {
  useSignals();
  const { isOpen, isRequested } = consent.value;
  if (!isOpen || (isStep && !isRequested) || !asksConsent(site())) return null;
  const answer = (type: "refused" | "given") => {
    dispatchConsent({ type });
    // The button that opens the question again: it comes next on every page.
    takeFocus(document.querySelector<HTMLElement>(".site-footer button"));
  };
  return (
    <section
      ref={isRequested && takeFocus}
      tabIndex={isRequested && -1}
      className="consent"
      aria-label={t("Cookie settings")}
      data-testid="consent"
    >
      <div className="shell-width consent__row">
        <p className="small">
          {t(
            "Allow analytics and ad-measurement cookies? TrustCheck works the same either way.",
          )} {policy}
        </p>
        <div className="consent__answers">
          <Button onClick={() => answer("refused")} testId="consent-refuse">
            {t("Decline")}
          </Button>
          <Button onClick={() => answer("given")} testId="consent-accept">{t("Allow")}</Button>
        </div>
      </div>
    </section>
  );
}
