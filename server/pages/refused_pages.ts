/** Error pages for forms and links without script: what happened, what is safe, and what to do next. */
import { html } from "../platform/html.ts";
import { type Language, LANGUAGE_PARAMETER } from "../wire/site/languages.ts";
import { translator } from "../i18n/translate.ts";
import { cancelByEmailPage } from "./cancellation_pages.ts";
import { withdrawPage } from "./withdrawal_pages.ts";
import { notice, type PlainPage } from "./plain_page.ts";

/**
 * The kind of request: an email with a link to cancel or withdraw, or the target of an emailed link; of one that ends an
 * alert, which has nothing to do with the plan.
 */
export type FormKind = "cancel-request" | "withdraw-request" | "link" | "alert-link";

export interface Refusal {
  readonly language: Language;
  readonly kind: FormKind;
  readonly status: number;
  readonly base: string;
  /** What the visitor typed; the form shows it again. */
  readonly email?: string;
}

/** The refused form, repeated below the message so that the visitor can correct it there. */
export function refusedPage({ language, kind, status, base, email = "" }: Refusal): PlainPage {
  const t = translator(language);
  const refusalNotice = notice(
    "error",
    status >= 500 ? t("That didn't work") : t("Nothing has changed"),
    sentence({ language, kind, status, base }),
  );
  if (kind === "link" || kind === "alert-link") {
    const way = `${base}/unsubscribe-with-email?${LANGUAGE_PARAMETER}=${language}`;
    return {
      language,
      title: t("That didn't work"),
      body: html`
        ${refusalNotice}
        ${kind === "link"
          ? html`
            <p><a href="${way}">${t("Cancel by email instead")}</a></p>
          `
          : ""}
        <p><a href="${base}/?${LANGUAGE_PARAMETER}=${language}">${t("Go to home page")}</a></p>
      `,
    };
  }
  const { title, body } = kind === "cancel-request"
    ? cancelByEmailPage(language, email)
    : withdrawPage(language, { base, email });
  return { language, title, body: html`${refusalNotice}${body}` };
}

function sentence({ language, kind, status }: Refusal): string {
  const t = translator(language);
  const isLink = kind === "link" || kind === "alert-link";
  if (status === 429) {
    return isLink
      ? t("Too many invalid links were opened from your network. Try again in ten minutes.")
      : t("Too many emails were requested from your network, so we didn't send one. Try again in an hour.");
  }
  if (status === 403) {
    return t("For your security, this button only works on our own site. This request came from somewhere else.");
  }
  if (status >= 500) return t("That didn't work. Try again.");
  if (isLink) return t("The link is incomplete or has expired.");
  return t("That isn't a valid email address. It should look like name@example.com.");
}
