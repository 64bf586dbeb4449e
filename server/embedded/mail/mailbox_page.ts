/** The developer page with all emails, as text with usable links; no script, no inline style. */
import type { Mail } from "./tables.ts";

export const MAILBOX_CSS = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #1c1b22; background: #f6f5fa; }
article { background: #fff; border: 1px solid #d9d6e5; border-radius: 8px; padding: 1rem 1.25rem; margin: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0 0 .25rem; }
.about { color: #56536a; margin: 0; font-size: .9rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
a { color: #3b2fb0; }
input, button { font: inherit; padding: .4rem .6rem; }
`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** Escapes the text and makes its links clickable. */
function linked(text: string): string {
  return text.split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, at) => at % 2 === 1 ? `<a href="${escape(part)}">${escape(part)}</a>` : escape(part)).join("");
}

export function mailboxPage(mails: readonly Mail[], to: string): string {
  const items = mails.map((mail) =>
    `<article data-kind="${escape(mail.kind)}"><h2>${escape(mail.subject)}</h2>` +
    `<p class="about">to ${escape(mail.to)} · <time datetime="${mail.at}">${mail.at}</time> · ` +
    `<a href="/dev/mailbox/messages/${encodeURIComponent(mail.id)}">as HTML</a>${
      mail.unsubscribeUrl === "" ? "" : ` · <a href="${escape(mail.unsubscribeUrl)}">end these mails</a>`
    }</p><pre>${linked(mail.text)}</pre></article>`
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox</title><link rel="stylesheet" href="/dev/mailbox/style.css"></head><body><main>
<h1>Mailbox</h1>
<form method="get" action="/dev/mailbox"><label>Only mails to <input name="to" type="email" value="${
    escape(to)
  }"></label>
<button>Show</button></form>
${items.length === 0 ? "<p>No mail has been sent yet.</p>" : items.join("\n")}
</main></body></html>`;
}
