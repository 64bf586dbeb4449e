/** /verify/{hash}: says whether this server printed a report with this hash, and what it said; a page without script. */
import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "../app_env.ts";
import type { Context } from "../context.ts";
import { standInHeaders, withHeaders } from "../http/headers.ts";
import { type Verified, verifiedSchema } from "../wire/verify.ts";

const STYLE = "/verify/style.css";
const CSS = `
:root { color-scheme: light dark; --paper: #fff; --ink: #10202e; --muted: #4a5b6c; --line: #d5dde5; --brand: #0b6e63; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0f171f; --ink: #e9eff5; --muted: #a5b4c3; --line: #2a3947; --brand: #4cc3b1; }
}
body { font: 17px/1.45 system-ui, sans-serif; max-width: 40rem; margin: 32px auto; padding: 0 16px; color: var(--ink);
  background: var(--paper); }
h1 { font-size: 32px; line-height: 1.15; margin: 24px 0 12px; }
.brand { color: var(--brand); font-weight: 700; text-decoration: none; }
dl > div { border-top: 1px solid var(--line); padding: 8px 0; display: flex; flex-wrap: wrap; gap: 0 16px; }
dt { color: var(--muted); flex: 0 0 11rem; }
dd { margin: 0; flex: 1 1 14rem; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.small { font-size: 15px; color: var(--muted); }
`;
const BAND_WORDS = {
  none: "no known signals",
  some: "some signals",
  caution: "caution",
  suspicious: "suspicious",
  high: "high risk",
} as const;
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function verifyRoutes({ config, connect }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const headers = standInHeaders(config, "'none'");
  app.get(STYLE, () => withHeaders(new Response(CSS, { headers: { "content-type": "text/css" } }), headers));
  app.get("/verify/:hash", async (c) => {
    const hash = c.req.param("hash").toLowerCase();
    const path = `http://service/verify/${encodeURIComponent(hash)}`;
    const answer = await connect("report", c.get("host"))(new Request(path)).catch(() => undefined);
    const found = answer?.ok === true ? z.safeParse(verifiedSchema, await answer.json()) : undefined;
    if (found === undefined) await answer?.body?.cancel();
    const status = found?.success === true ? 200 : answer?.status === 404 ? 404 : 502;
    const body = found?.success === true ? foundPage(found.data) : status === 404 ? NOT_FOUND : DOWN;
    const page = new Response(frame(body, config.base), {
      status,
      headers: { "content-type": "text/html; charset=utf-8", "x-robots-tag": "noindex" },
    });
    return withHeaders(page, headers);
  });
  return app;
}

const NOT_FOUND = `<h1>No such report</h1>
<p>We handed out no report with this hash, or its owner has deleted it. Compare every letter and digit with the sheet.
If they are the same, the sheet does not come from us or was changed.</p>`;
const DOWN = `<h1>We cannot look just now</h1><p>Nothing was lost. Please open this page again in a moment.</p>`;

function foundPage(report: Verified): string {
  const score = report.score === null ? "No score" : `${report.score} of 100: ${BAND_WORDS[report.band]}`;
  const rows: readonly (readonly [string, string])[] = [
    ["Number", report.number],
    ["Score", score],
    ["Checked on", moment(report.checked_at)],
    ["First printed on", moment(report.printed_at)],
    ["Report", report.report_id],
    ["Data and rules", report.versions.join(", ")],
    ["SHA-256", report.hash],
  ];
  const list = rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escape(value)}</dd></div>`).join("");
  return `<h1>This report is ours</h1>
<p>Compare these lines with the sheet. If one differs, the sheet was changed after we made it.</p>
<dl>${list}</dl>
<p class="small">The score is about a number, not about a person: anybody can make a phone show a number that is not
theirs. This is not a consumer report under the US Fair Credit Reporting Act.</p>`;
}

function moment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
}

function frame(body: string, base: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Verify a report - TrustCheck</title>
<link rel="stylesheet" href="${STYLE}"></head><body><main><a class="brand" href="${base}/">TrustCheck</a>
${body}</main></body></html>`;
}
