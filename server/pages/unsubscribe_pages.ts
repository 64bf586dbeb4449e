/** The text of the pages that turn reminders off. */
import { html } from "../platform/html.ts";
import type { Language } from "../wire/site/languages.ts";
import { button, notice, type PlainPage } from "./plain_page.ts";
import { pageTexts } from "./page_parts.ts";

export function unsubscribePage(language: Language, content: string): PlainPage {
  const { t, action } = pageTexts(language);
  return {
    language,
    title: t("Turn off reminders"),
    body: html`
      <p>${t("We'll stop reminding you before a charge. You'll still get receipts, and your plan stays the same.")}</p>
      <form method="post" action="${action(`/api/end-mails/${content}`)}">${button(t("Turn off reminders"))}</form>
    `,
  };
}

export function unsubscribedPage(language: Language): PlainPage {
  const { t } = pageTexts(language);
  return {
    language,
    title: t("Reminders are off"),
    body: notice("done", t("Done"), t("You'll still get a receipt with a cancel link after every charge.")),
  };
}

export function unsubscribeLinkOverPage(language: Language): PlainPage {
  const { t } = pageTexts(language);
  const body = notice("error", t("Nothing has changed"), t("This link isn't valid."));
  return { language, title: t("Turn off reminders"), body };
}
