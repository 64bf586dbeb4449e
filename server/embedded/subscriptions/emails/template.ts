/** The template of all emails: facts, sentences and links as plain text and as HTML. */
import type { Language } from "../../../wire/site/languages.ts";
import { emailHtml } from "../../../i18n/email_html.ts";
import type { EmailContent } from "../../../outbox/outbox.ts";

export interface EmailDraft {
  readonly language: Language;
  readonly subject: string;
  readonly sentences: readonly string[];
  /** Label and value, shown as a table. */
  readonly facts?: readonly (readonly [string, string])[];
  readonly links?: readonly { readonly label: string; readonly url: string; readonly isMain?: boolean }[];
}

const SIGNATURE = "TrustCheck";

/** Renders subject, plain text and HTML. */
export function renderEmail({ language, subject, sentences, facts = [], links = [] }: EmailDraft): EmailContent {
  const text = [
    ...sentences,
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join("\n")]),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    SIGNATURE,
  ].join("\n\n") + "\n";
  const html = emailHtml({ language, subject, sentences, facts, links });
  return { subject, text, html };
}
