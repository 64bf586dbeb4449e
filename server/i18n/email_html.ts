/** The HTML layout of every email: one column, facts as a table, links as buttons; readable without styles as well. */
import { html, htmlDocument, raw } from "../platform/html.ts";
import type { Language } from "../wire/site/languages.ts";

export interface EmailHtml {
  readonly language: Language;
  readonly subject: string;
  readonly sentences: readonly string[];
  /** Changes, one per line. */
  readonly list?: readonly string[];
  /** Rows of label and value. */
  readonly facts?: readonly (readonly [string, string])[];
  readonly links?: readonly EmailLink[];
  /** Lines below the links. */
  readonly notes?: readonly string[];
}

export interface EmailLink {
  readonly label: string;
  readonly url: string;
  /** The main action of the email. */
  readonly isMain?: boolean;
}

const NAME = "TrustCheck";

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 12px; background: #f4f6f8; color: #10202e;
  font: 16px/1.55 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, system-ui, sans-serif; }
.sheet { max-width: 560px; margin: 0 auto; padding: 24px; background: #ffffff; border: 1px solid #d5dde5; border-radius: 16px; }
.name { margin: 0 0 16px; color: #0b6e63; font-weight: 700; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.3; overflow-wrap: anywhere; }
p, ul { margin: 0 0 16px; overflow-wrap: anywhere; }
table { width: 100%; margin: 0 0 16px; border-collapse: collapse; font-size: 15px; }
th, td { padding: 10px 0; border-top: 1px solid #d5dde5; vertical-align: top; overflow-wrap: anywhere; }
th { padding-inline-end: 12px; white-space: nowrap; color: #4a5b6c; font-weight: 400; text-align: start; }
td { text-align: end; font-variant-numeric: tabular-nums; }
h1 { text-wrap: balance; }
.way { display: block; padding: 12px 16px; border: 1px solid #0b6e63; border-radius: 10px; color: #0b6e63;
  font-weight: 600; text-align: center; text-decoration: none; }
.quiet { color: #4a5b6c; font-size: 15px; }
.main { background: #0b6e63; color: #ffffff; }
.note { color: #4a5b6c; font-size: 15px; }
@media (prefers-color-scheme: dark) {
  body { background: #0f171f; color: #e9eff5; }
  .sheet { background: #16212c; border-color: #2a3947; }
  .name, .way { color: #4cc3b1; }
  .way { border-color: #4cc3b1; }
  .main { background: #4cc3b1; color: #0f171f; }
  th, td { border-color: #2a3947; }
  th, .note, .quiet { color: #a5b4c3; }
}`;

/** Beside a main action the others are links; without one they are buttons. */
function lookOf({ isMain = false }: EmailLink, links: readonly EmailLink[]): string {
  if (isMain) return "way main";
  return links.some((link) => link.isMain) ? "quiet" : "way";
}

export function emailHtml(email: EmailHtml): string {
  const { language, subject, sentences, list = [], facts = [], links = [], notes = [] } = email;
  const rows = facts.map(([label, value]) =>
    html`
      <tr>
        <th scope="row">${label}</th>
        <td>${value}</td>
      </tr>
    `
  );
  const body = html`
    <div class="sheet">
      <p class="name">${NAME}</p>
      <h1>${subject}</h1>
      ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
      ${list.length === 0 ? "" : html`<ul>${list.map((line) => html`<li>${line}</li>`)}</ul>`}
      ${rows.length === 0 ? "" : html`<table>${rows}</table>`}
      ${links.map((link) => html`<p><a class="${lookOf(link, links)}" href="${link.url}">${link.label}</a></p>`)}
      ${notes.map((note) => html`<p class="note">${note}</p>`)}
    </div>
  `;
  return htmlDocument({ language, title: subject, head: raw(`<style>${STYLE}</style>`), body });
}
