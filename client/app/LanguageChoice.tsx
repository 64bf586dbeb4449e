/** The languages by their own names. Each link loads this address in that language, with or without script. */
import type { MouseEvent } from "react";
import { LANGUAGE } from "../i18n/language.ts";
import { t } from "../i18n/t.ts";
import { addLinkSecret } from "../lib/link/link_secret.ts";
import { LANGUAGE_PARAMETER, LANGUAGES } from "../../server/wire/site/languages.ts";

export function LanguageChoice() {
  return (
    <nav aria-label={t("Language")} className="site-footer__links" data-testid="languages">
      {LANGUAGES.map(({ code, name }) => (
        <a
          key={code}
          href={`?${LANGUAGE_PARAMETER}=${code}`}
          lang={code}
          hrefLang={code}
          aria-current={code === LANGUAGE ? "true" : undefined}
          onClick={(event) => keepAddress(event, code)}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

/** Keeps the current question or purchase step, and what its history entry holds, such as a free result. */
function keepAddress(event: MouseEvent, code: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const address = new URL(location.href);
  address.searchParams.set(LANGUAGE_PARAMETER, code);
  // Not by a reload: the address of this page never shows the secret.
  if (addLinkSecret(address)) return location.replace(address);
  history.replaceState(history.state, "", address);
  location.reload();
}
