/** The developer page with received error reports; no script, no inline style. */
import { html, htmlDocument } from "../../platform/html.ts";
import type { ErrorEvent } from "./tables.ts";

export const ERRORS_CSS = `
body { font: 16px/1.5 -apple-system, "Segoe UI", Roboto, Arial, system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c1b22; background: #f6f5fa; }
details { background: #fff; border: 1px solid #d9d6e5; border-radius: 8px; padding: .75rem 1rem; margin: .75rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.about { color: #56536a; font-size: .9rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; }
`;

export function errorsPage(events: readonly ErrorEvent[]): string {
  const items = events.map(({ title, kind, received_ms, release, body_json }) =>
    html`
      <details>
        <summary>
          ${title || kind} <span class="about">${kind} · ${new Date(received_ms).toISOString()} · ${release}</span>
        </summary>
        <pre>${JSON.stringify(JSON.parse(body_json), null, 2)}</pre>
      </details>
    `
  );
  const body = html`
    <main>
      <h1>Error reports</h1>
      ${items.length === 0 ? html`<p>No errors reported.</p>` : items}
    </main>
  `;
  return htmlDocument({
    title: "Error reports",
    head: html`<link rel="stylesheet" href="/dev/errors/style.css">`,
    body,
  });
}
