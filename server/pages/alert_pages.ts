/** The pages behind an alert's link: one button that ends the alert, and the result. */
import { html } from "../platform/html.ts";
import { type Language, LANGUAGE_PARAMETER } from "../wire/site/languages.ts";
import { translator } from "../i18n/translate.ts";
import { button, notice, type PlainPage } from "./plain_page.ts";

export function endAlertPage(language: Language, secret: string): PlainPage {
  const t = translator(language);
  return {
    language,
    title: t("End this watch"),
    body: html`
      <p>${t("We stop writing to you about this number. Your plan and your reports stay as they are.")}</p>
      <form method="post" action="/api/end-watch/${secret}?${LANGUAGE_PARAMETER}=${language}">
        ${button(t("End this watch"))}
      </form>
    `,
  };
}

export function alertEndedPage(language: Language): PlainPage {
  const t = translator(language);
  const body = notice("done", t("Done"), t("No more mails about this number."));
  return { language, title: t("The watch has ended"), body };
}

export function alertLinkOverPage(language: Language): PlainPage {
  const t = translator(language);
  const text = t("This link is not valid any more: the watch has ended, or was never there.");
  return { language, title: t("End this watch"), body: notice("error", t("Nothing has changed"), text) };
}
