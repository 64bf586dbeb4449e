/** The developer page with received error reports; no script, no inline style. */
import type { ErrorEvent } from "./tables.ts";

export const ERRORS_CSS = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c1b22; background: #f6f5fa; }
details { background: #fff; border: 1px solid #d9d6e5; border-radius: 8px; padding: .75rem 1rem; margin: .75rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.about { color: #56536a; font-size: .9rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; }
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

export function errorsPage(events: readonly ErrorEvent[]): string {
  const items = events.map((event) =>
    `<details><summary>${escape(event.title || event.kind)} <span class="about">${escape(event.kind)} · ` +
    `${new Date(event.received_ms).toISOString()} · ${escape(event.release)}</span></summary>` +
    `<pre>${escape(JSON.stringify(JSON.parse(event.body_json), null, 2))}</pre></details>`
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Error reports</title><link rel="stylesheet" href="/dev/errors/style.css"></head><body><main>
<h1>Error reports</h1>
${items.length === 0 ? "<p>No error has been reported.</p>" : items.join("\n")}
</main></body></html>`;
}
