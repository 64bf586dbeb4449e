/** /observability/5/: the 1 px frame that receives the SDK's log events; it keeps them in memory and makes no call. */
import { Hono } from "hono";
import { html, htmlDocument } from "../../platform/html.ts";
import type { AppEnv } from "../../app_env.ts";

const SCRIPT = `// Newest events of the page around, for people who look; nothing is sent on.
const MAX_EVENTS = 200;
const LEVELS = ["error", "info", "debug", "warn"];
globalThis.events = [];
addEventListener("message", ({ source, data }) => {
  if (source !== parent || data?.type !== "trustcheck:log" || !LEVELS.includes(data.event)) return;
  const code = data.code === undefined ? {} : { code: String(data.code).slice(0, 100) };
  events.push({ event: data.event, text: String(data.text).slice(0, 400), ...code });
  if (events.length > MAX_EVENTS) events.shift();
});
`;
const PAGE = htmlDocument({
  title: "SDK log",
  head: html`<script src="/observability/5/log.js"></script>`,
  body: html``,
});
const HEADERS = {
  "content-security-policy": "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'",
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "public, max-age=300",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

export function observabilityRoutes(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/observability/5/", (c) => c.html(PAGE, 200, HEADERS));
  app.get("/observability/5/log.js", (c) => c.body(SCRIPT, 200, { ...HEADERS, "content-type": "text/javascript" }));
  return app;
}
