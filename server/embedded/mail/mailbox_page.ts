/** The developer page with all emails, as text with usable links; no script, no inline style. */
import { type Html, html, htmlDocument } from "../../platform/html.ts";

export interface Mail {
  readonly id: string;
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Empty for emails without an unsubscribe address. */
  readonly unsubscribeUrl: string;
  /** ISO 8601. */
  readonly at: string;
}

export const MAILBOX_CSS = `
body { font: 16px/1.5 -apple-system, "Segoe UI", Roboto, Arial, system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #1c1b22; background: #f6f5fa; }
article { background: #fff; border: 1px solid #d9d6e5; border-radius: 8px; padding: 1rem 1.25rem; margin: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0 0 .25rem; }
.about { color: #56536a; margin: 0; font-size: .9rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
a { color: #3b2fb0; }
input, button { font: inherit; padding: .4rem .6rem; }
`;

/** The text with its links clickable. */
function linked(text: string): readonly (Html | string)[] {
  return text.split(/(https?:\/\/[^\s<>"']+)/).map((part, at) =>
    at % 2 === 1 ? html`<a href="${part}">${part}</a>` : part
  );
}

/** Without `to`, of every recipient. */
export function mailboxPage(mails: readonly Mail[], to: string | undefined): string {
  const items = mails.map(({ id, kind, subject, to, at, text, unsubscribeUrl }) =>
    html`
      <article data-kind="${kind}">
        <h2>${subject}</h2>
        <p class="about">
          to ${to} · <time datetime="${at}">${at}</time> ·
          <a href="/dev/mailbox/messages/${encodeURIComponent(id)}">as HTML</a>
          ${unsubscribeUrl === "" ? "" : html`· <a href="${unsubscribeUrl}">unsubscribe</a>`}
        </p>
        <pre>${linked(text)}</pre>
      </article>
    `
  );
  const body = html`
    <main>
      <h1>Mailbox</h1>
      <form method="get" action="/dev/mailbox">
        <label>Emails to <input name="to" type="email" value="${to}"></label>
        <button>Show</button>
      </form>
      ${items.length === 0 ? html`<p>No emails sent yet.</p>` : items}
    </main>
  `;
  return htmlDocument({ title: "Mailbox", head: html`<link rel="stylesheet" href="/dev/mailbox/style.css">`, body });
}
