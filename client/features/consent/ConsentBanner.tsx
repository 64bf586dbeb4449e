/** Asks about cookies within the page, never as an overlay; both choices look the same. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { asksConsent } from "../../../server/wire/site/asks_consent.ts";
import { site } from "../../lib/browser/site.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { consent, dispatchConsent } from "./consent_store.ts";

export function ConsentBanner({ policy }: { readonly policy: ReactNode }) {
  useSignals();
  if (!consent.value.isOpen || !asksConsent(site())) return null;
  return (
    <section className="consent" aria-label={t("Cookie settings")} data-testid="consent">
      <div className="shell-width consent__row">
        <p className="small">
          {t(
            "Allow analytics and ad-measurement cookies? TrustCheck works the same either way.",
          )} {policy}
        </p>
        <div className="consent__answers">
          <Button onClick={() => dispatchConsent({ type: "refused" })} testId="consent-refuse">
            {t("Decline")}
          </Button>
          <Button onClick={() => dispatchConsent({ type: "given" })} testId="consent-accept">{t("Allow")}</Button>
        </div>
      </div>
    </section>
  );
}
