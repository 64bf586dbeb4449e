/** One form for all letters: greeting facts, sentences and links as plain text and as HTML. */
import type { Language } from "../../../wire/site/languages.ts";
import { letterHtml } from "../../../i18n/email_html.ts";
import type { Letter } from "./outbox.ts";

export interface Draft {
  readonly language: Language;
  readonly subject: string;
  readonly sentences: readonly string[];
  /** Label and value, drawn as a table. */
  readonly facts?: readonly (readonly [string, string])[];
  readonly links?: readonly { readonly label: string; readonly url: string }[];
}

const SIGNATURE = "TrustCheck";

export function letter({ language, subject, sentences, facts = [], links = [] }: Draft): Letter {
  const text = [
    ...sentences,
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join("\n")]),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    SIGNATURE,
  ].join("\n\n") + "\n";
  const html = letterHtml({ language, subject, sentences, facts, links });
  return { subject, text, html };
}
