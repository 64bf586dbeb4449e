/** The pages behind an alert's link: one button that ends the alert, and the result. */
import { html } from "../platform/html.ts";
import { type Language, LANGUAGE_PARAMETER } from "../wire/site/languages.ts";
import { translator } from "../i18n/translate.ts";
import { button, notice, type PlainPage } from "./plain_page.ts";

export function endAlertPage(language: Language, secret: string): PlainPage {
  const t = translator(language);
  return {
    language,
    title: t("Turn off alerts for this number"),
    body: html`
      <p>${t("We'll stop emailing you about this number. Your plan and reports stay the same.")}</p>
      <form method="post" action="/api/end-watch/${secret}?${LANGUAGE_PARAMETER}=${language}">
        ${button(t("Turn off alerts for this number"))}
      </form>
    `,
  };
}

export function alertEndedPage(language: Language): PlainPage {
  const t = translator(language);
  const body = notice("done", t("Done"), t("We won't email you about this number anymore."));
  return { language, title: t("Alerts are off"), body };
}

export function alertLinkOverPage(language: Language): PlainPage {
  const t = translator(language);
  const text = t("This link is no longer valid. These alerts are already off, or never existed.");
  return {
    language,
    title: t("Turn off alerts for this number"),
    body: notice("error", t("Nothing has changed"), text),
  };
}
