/** /verify/{hash}: says whether this server printed a report with this hash, and what it said; a page without script. */
import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "../app_env.ts";
import type { Context } from "../context.ts";
import { standInHeaders, withHeaders } from "../http/headers.ts";
import { visitorLanguage } from "../pages/language.ts";
import type { Language } from "../wire/languages.ts";
import { type Speak, speak } from "../words/speak.ts";
import { type Verified, verifiedSchema } from "../wire/verify.ts";

/** Not below /verify/: beside an address with a part of any name the router would have to be a slow one. */
const STYLE = "/verify.css";
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
    const language = visitorLanguage(c);
    const t = speak(language);
    const body = found?.success === true ? foundPage(found.data, t) : status === 404 ? notFoundPage(t) : downPage(t);
    const page = new Response(frame({ language, body }, config.base), {
      status,
      headers: { "content-type": "text/html; charset=utf-8", "x-robots-tag": "noindex" },
    });
    return withHeaders(page, headers);
  });
  return app;
}

function notFoundPage(t: Speak): string {
  return `<h1>${t("No such report")}</h1>
<p>${t("We handed out no report with this hash, or its owner has deleted it.")}
${t("Compare every letter and digit with the sheet. If they are the same, the sheet does not come from us or was changed.")}</p>`;
}

function downPage(t: Speak): string {
  return `<h1>${t("We cannot look just now")}</h1><p>${
    t("Nothing was lost. Please open this page again in a moment.")
  }</p>`;
}

function foundPage(report: Verified, t: Speak): string {
  const bands = {
    none: t("no known signals"),
    some: t("some signals"),
    caution: t("caution"),
    suspicious: t("suspicious"),
    high: t("high risk"),
  } as const;
  const { score: value, band } = report;
  const rows: readonly (readonly [string, string])[] = [
    [t("Number"), report.number],
    [t("Score"), value === null ? t("No score") : t("{value} of 100: {band}", { value, band: bands[band] })],
    [t("Checked on"), moment(report.checked_at)],
    [t("First printed on"), moment(report.printed_at)],
    [t("Report"), report.report_id],
    [t("Data and rules"), report.versions.join(", ")],
    ["SHA-256", report.hash],
  ];
  const list = rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escape(value)}</dd></div>`).join("");
  return `<h1>${t("This report is ours")}</h1>
<p>${t("Compare these lines with the sheet. If one differs, the sheet was changed after we made it.")}</p>
<dl>${list}</dl>
<p class="small">${
    t("The score is about the number, not about a person. Anybody can make a phone show a number that is not theirs.")
  } ${t("This is not a consumer report under the US Fair Credit Reporting Act.")}</p>`;
}

function moment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
}

interface Framed {
  readonly language: Language;
  readonly body: string;
}

function frame({ language, body }: Framed, base: string): string {
  const t = speak(language);
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${t("Verify a report")} - TrustCheck</title>
<link rel="stylesheet" href="${STYLE}"></head><body><main><a class="brand" href="${base}/">TrustCheck</a>
${body}</main></body></html>`;
}
