/** The mails this service sends: one link each, what it does, how long it works, and what to do if it was not you. */
import type { Upstream } from "../../upstreams/services.ts";
import type { CodeKind } from "./codes.ts";

interface MailText {
  readonly kind: string;
  readonly subject: string;
  readonly does: string;
  readonly button: string;
  /** `mode` of the link, as the identity client reads it. */
  readonly mode: string;
}

const TEXTS: Readonly<Record<CodeKind, MailText>> = {
  EMAIL_SIGNIN: {
    kind: "sign_in_link",
    subject: "Your sign-in link for TrustCheck",
    does: "This link signs you in to TrustCheck.",
    button: "Sign in",
    mode: "signIn",
  },
  PASSWORD_RESET: {
    kind: "password_reset",
    subject: "Choose a new password for TrustCheck",
    does: "This link lets you choose a new password.",
    button: "Choose a new password",
    mode: "resetPassword",
  },
  VERIFY_EMAIL: {
    kind: "verify_email",
    subject: "Confirm your e-mail address for TrustCheck",
    does: "This link confirms that this address is yours.",
    button: "Confirm the address",
    mode: "verifyEmail",
  },
  VERIFY_AND_CHANGE_EMAIL: {
    kind: "change_email",
    subject: "Confirm your new e-mail address for TrustCheck",
    does: "This link makes this address the one of your account.",
    button: "Use this address",
    mode: "verifyAndChangeEmail",
  },
};
const LIMITS = "It works once, for 60 minutes. A newer link ends this one.";
const NOT_YOU = "If you did not ask for it, do nothing: without the link nothing changes.";

export interface Letter {
  readonly codeKind: CodeKind;
  readonly to: string;
  readonly code: string;
  readonly apiKey: string;
  readonly continueUrl: string;
}

/** The link in the form the identity client recognises (`mode`, `oobCode`, `apiKey`). */
export function linkOf({ codeKind, code, apiKey, continueUrl }: Letter, signInUrl: string): string {
  const url = new URL(signInUrl);
  const values = { mode: TEXTS[codeKind].mode, oobCode: code, apiKey, continueUrl, lang: "en" };
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** A text message; the mail service shows it in the mailbox. */
export async function sendText(to: string, code: string, mail: Upstream): Promise<void> {
  const text = `${code} is your TrustCheck code. It works for 10 minutes. We never ask for it by phone or mail.`;
  await hand({ kind: "text_message", to, subject: "Text message", text, html: `<p>${text}</p>` }, mail);
}

export async function sendLetter(letter: Letter, signInUrl: string, mail: Upstream): Promise<void> {
  const { kind, subject, does, button } = TEXTS[letter.codeKind];
  const link = linkOf(letter, signInUrl);
  const text = `${does}\n\n${link}\n\n${LIMITS}\n${NOT_YOU}\n`;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${subject}</title>` +
    `<p>${does}</p><p><a href="${escapeHtml(link)}">${button}</a></p><p>${LIMITS}</p><p>${NOT_YOU}</p></html>`;
  await hand({ kind, to: letter.to, subject, text, html }, mail);
}

async function hand(message: Readonly<Record<string, string>>, mail: Upstream): Promise<void> {
  const answer = await mail(
    new Request("http://mail/messages", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(message),
    }),
  );
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The mail service answered ${answer.status}`);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
