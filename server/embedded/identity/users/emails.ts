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
        subject: t("Your TrustCheck sign-in link"),
        does: t("Use this link to sign in to TrustCheck."),
        button: t("Sign in"),
      };
    case "PASSWORD_RESET":
      return {
        subject: t("Reset your TrustCheck password"),
        does: t("Use this link to choose a new password."),
        button: t("Reset password"),
      };
    case "VERIFY_EMAIL":
      return {
        subject: t("Confirm your email for TrustCheck"),
        does: t("Use this link to confirm that this email address is yours."),
        button: t("Confirm email"),
      };
    case "VERIFY_AND_CHANGE_EMAIL":
      return {
        subject: t("Confirm your new email for TrustCheck"),
        does: t("Use this link to make this your account's email address."),
        button: t("Use this email"),
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
  const text = t(
    "{code} is your TrustCheck code. It expires in 10 minutes. We'll never ask for it by phone or email.",
    {
      code,
    },
  );
  return { kind: "text_message", to, subject: t("Text message"), text, html: String(html`<p>${text}</p>`) };
}

export function writeEmail(email: Email, signInUrl: string): Written {
  const { codeKind, language, to } = email;
  const t = translator(language);
  const { subject, does, button } = textOf(codeKind, t);
  const limits = t("It works once and expires in 60 minutes. Requesting a new link cancels this one.");
  const notYou = t("If you didn't request it, ignore this email. Nothing changes unless you open the link.");
  const link = linkOf(email, signInUrl);
  const text = `${does}\n\n${link}\n\n${limits}\n${notYou}\n`;
  const links = [{ label: button, url: link, isMain: true }];
  const html = emailHtml({ language, subject, sentences: [does], links, notes: [limits, notYou] });
  return { kind: KINDS[codeKind].kind, to, subject, text, html };
}
