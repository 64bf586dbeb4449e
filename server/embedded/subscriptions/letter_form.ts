/** One form for all letters: greeting facts, sentences and links as plain text and as HTML. */
import type { Language } from "../../wire/languages.ts";
import type { Letter } from "./letter_queue.ts";

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
  const rows = facts.map(([label, value]) =>
    `<tr><th align="left">${escape(label)}</th><td>${escape(value)}</td></tr>`
  );
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${
      escape(subject)
    }</title></head><body>`,
    ...sentences.map((sentence) => `<p>${escape(sentence)}</p>`),
    ...(rows.length === 0 ? [] : [`<table cellpadding="4">${rows.join("")}</table>`]),
    ...links.map(({ label, url }) => `<p><a href="${escape(url)}">${escape(label)}</a></p>`),
    `<p>${SIGNATURE}</p></body></html>`,
  ].join("\n");
  return { subject, text, html };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
