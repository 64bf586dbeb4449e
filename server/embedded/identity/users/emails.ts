/**
 * The emails of this service: each has one link, what it does, how long it works, and what to do if the reader did not
 * ask for it.
 */
import { html } from "../../../platform/html.ts";
import type { Language } from "../../../wire/site/languages.ts";
import { emailHtml } from "../../../i18n/email_html.ts";
import type { EmailContent } from "../../../outbox/outbox.ts";
import { type Translate, translator } from "../../../i18n/translate.ts";
import type { CodeKind } from "./email_codes.ts";

/** `mode` of the link, as the identity client reads it, and the kind of the email. */
const KINDS: Readonly<Record<CodeKind, { readonly kind: string; readonly mode: string }>> = {
  EMAIL_SIGNIN: { kind: "sign_in_link", mode: "signIn" },
  PASSWORD_RESET: { kind: "password_reset", mode: "resetPassword" },
  VERIFY_EMAIL: { kind: "verify_email", mode: "verifyEmail" },
  VERIFY_AND_CHANGE_EMAIL: { kind: "change_email", mode: "verifyAndChangeEmail" },
};

interface MailText {
  readonly subject: string;
  readonly does: string;
  readonly button: string;
}

function textOf(codeKind: CodeKind, t: Translate): MailText {
  switch (codeKind) {
    case "EMAIL_SIGNIN":
      return {
        subject: t("Your sign-in link for TrustCheck"),
        does: t("This link signs you in to TrustCheck."),
        button: t("Sign in"),
      };
    case "PASSWORD_RESET":
      return {
        subject: t("Choose a new password for TrustCheck"),
        does: t("This link lets you choose a new password."),
        button: t("Choose a new password"),
      };
    case "VERIFY_EMAIL":
      return {
        subject: t("Confirm your e-mail address for TrustCheck"),
        does: t("This link confirms that this address is yours."),
        button: t("Confirm the address"),
      };
    case "VERIFY_AND_CHANGE_EMAIL":
      return {
        subject: t("Confirm your new e-mail address for TrustCheck"),
        does: t("This link makes this address the one of your account."),
        button: t("Use this address"),
      };
  }
}

export interface Email {
  readonly language: Language;
  readonly codeKind: CodeKind;
  readonly to: string;
  readonly code: string;
  readonly apiKey: string;
  readonly continueUrl: string;
}

/** The link in the form the identity client recognises (`mode`, `oobCode`, `apiKey`). */
export function linkOf({ codeKind, language, code, apiKey, continueUrl }: Email, signInUrl: string): string {
  const url = new URL(signInUrl);
  const values = { mode: KINDS[codeKind].mode, oobCode: code, apiKey, continueUrl, lang: language };
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

interface TextMessage {
  readonly to: string;
  readonly code: string;
  readonly language: Language;
}

/** Kind and content for the outbox. */
type Written = EmailContent & { readonly kind: string; readonly to: string };

/** A text message, which the mailbox page shows. */
export function writeText({ to, code, language }: TextMessage): Written {
  const t = translator(language);
  const text = t("{code} is your TrustCheck code. It works for 10 minutes. We never ask for it by phone or mail.", {
    code,
  });
  return { kind: "text_message", to, subject: t("Text message"), text, html: String(html`<p>${text}</p>`) };
}

export function writeEmail(letter: Email, signInUrl: string): Written {
  const { codeKind, language, to } = letter;
  const t = translator(language);
  const { subject, does, button } = textOf(codeKind, t);
  const limits = t("It works once, for 60 minutes. A newer link ends this one.");
  const notYou = t("If you did not ask for it, do nothing: without the link nothing changes.");
  const link = linkOf(letter, signInUrl);
  const text = `${does}\n\n${link}\n\n${limits}\n${notYou}\n`;
  const links = [{ label: button, url: link, isMain: true }];
  const html = emailHtml({ language, subject, sentences: [does], links, notes: [limits, notYou] });
  return { kind: KINDS[codeKind].kind, to, subject, text, html };
}
