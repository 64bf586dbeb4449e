/** The frame of every screen: skip link, header, and a low footer with the legal and cancellation links. */
import { t } from "../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { asksConsent } from "../../server/wire/site/asks_consent.ts";
import { site } from "../lib/browser/site.ts";
import { session } from "../features/session/session_store.ts";
import { useKnown } from "../lib/hydration/use_known.ts";
import { LanguageChoice } from "./LanguageChoice.tsx";
import { paths, routeOf } from "../lib/browser/paths.ts";
import { Wordmark } from "./Wordmark.tsx";

export interface LayoutProps {
  readonly children: ReactNode;
  /** Shows the consent choices again: withdrawing consent is as easy as giving it. */
  readonly onConsentChoices: () => void;
  readonly banner?: ReactNode;
}

export function Layout({ children, onConsentChoices, banner }: LayoutProps) {
  useSignals();
  const route = routeOf(useLocation().pathname);
  const isMember = useKnown() && session.value.user !== undefined;
  return (
    <>
      <a className="skip-link" href="#content" onClick={skip}>{t("Skip to content")}</a>
      <header className="site-header">
        <div className="shell-width site-header__row">
          <Wordmark />
          {(isMember || (route !== paths.signIn() && route !== paths.offers())) && (
            <nav className="site-nav" aria-label={t("Account")}>
              {isMember
                ? <Link to={paths.view("history")}>{t("My reports")}</Link>
                : <Link to={paths.signIn()}>{t("Sign in")}</Link>}
            </nav>
          )}
        </div>
      </header>
      {children}
      {banner}
      <Footer onConsentChoices={onConsentChoices} />
    </>
  );
}

/** Not by the address: its own history entry would be one without the free result. */
function skip(event: { preventDefault(): void }) {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

function Footer({ onConsentChoices }: Pick<LayoutProps, "onConsentChoices">) {
  return (
    <footer className="site-footer">
      <div className="shell-width site-footer__row">
        <nav className="site-footer__links" aria-label={t("Legal")}>
          <Link to={paths.privacy()}>{t("Privacy")}</Link>
          <Link to={paths.terms()}>{t("Terms")}</Link>
          <Link to={paths.cookiePolicy()}>{t("Cookie policy")}</Link>
          {asksConsent(site()) && (
            <button type="button" className="button button--plain" onClick={onConsentChoices}>
              {t("Cookie settings")}
            </button>
          )}
          <Link to={paths.unsubscribeWithEmail()}>{t("Cancel plan")}</Link>
          <Link to={paths.withdrawal()}>{t("Withdraw from contract here")}</Link>
        </nav>
        <LanguageChoice />
        <p>
          {t(
            "Scores describe a number, not a person. Caller ID can be spoofed. TrustCheck isn't a consumer report and may not be used for credit, employment, housing, or insurance decisions.",
          )}
        </p>
      </div>
    </footer>
  );
}
