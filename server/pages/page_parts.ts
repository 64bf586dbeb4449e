/** Parts of the cancellation, withdrawal and unsubscribe pages: texts of one language, and the form for an address. */
import { type Html, html } from "../platform/html.ts";
import { type Language, LANGUAGE_PARAMETER } from "../wire/site/languages.ts";
import * as format from "../i18n/format.ts";
import { type Translate, translationOf, translator } from "../i18n/translate.ts";
import { button } from "./plain_page.ts";

/** What a page needs to render in one language: texts, formats and the targets of its forms. */
export interface PageTexts {
  readonly language: Language;
  readonly t: Translate;
  readonly money: (cents: number) => string;
  readonly day: (at: string) => string;
  readonly moment: (at: string) => string;
  /** A plan's name from the table. */
  readonly name: (name: string) => string;
  /** Keeps the language for the page that answers the form. */
  readonly action: (path: string) => string;
}

export function pageTexts(language: Language): PageTexts {
  return {
    language,
    t: translator(language),
    money: (cents) => format.money(cents, language),
    day: (at) => format.day(Date.parse(at), language),
    moment: (at) => format.moment(Date.parse(at), language),
    name: (name) => translationOf(name, language),
    action: (path) => `${path}?${LANGUAGE_PARAMETER}=${language}`,
  };
}

interface EmailForm {
  readonly path: string;
  readonly label: string;
  /** What the visitor typed before. */
  readonly email?: string;
}

export function emailForm({ t, action }: PageTexts, { path, label, email = "" }: EmailForm): Html {
  return html`
    <form class="card stack stack--16" method="post" action="${action(path)}">
      <div class="field">
        <label class="field__label" for="email">${t("Email")}</label>
        <input class="input" id="email" name="email" type="email" autocomplete="email" required maxlength="320" value="${email}">
      </div>
      ${button(label)}
    </form>
  `;
}
