/**
 * /verify/{hash}: shows whether this server issued a report with this hash, and what it said; a page without script.
 */
import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "../app_env.ts";
import type { Context } from "../context.ts";
import { type Html, html, raw } from "../platform/html.ts";
import { statusBehind } from "../platform/http/answer.ts";
import { answerOf } from "../proxy/forward.ts";
import { visitorLanguage } from "../i18n/visitor_language.ts";
import { plainAnswer, type PlainPage } from "../pages/plain_page.ts";
import type { Language } from "../wire/site/languages.ts";
import * as format from "../i18n/format.ts";
import { bandWords } from "../i18n/bands.ts";
import { translator } from "../i18n/translate.ts";
import { type Verified, verifiedSchema } from "../wire/members/verify.ts";

export function verifyRoutes(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/verify/:hash", async (c) => {
    const hash = c.req.param("hash").toLowerCase();
    const path = `http://service/verify/${encodeURIComponent(hash)}`;
    const answer = await answerOf(context.connect("report", c.get("host")), new Request(path));
    const found = answer.ok ? z.safeParse(verifiedSchema, await answer.json()) : undefined;
    if (found === undefined) await answer.body?.cancel();
    const language = visitorLanguage(c);
    if (found?.success === true) return plainAnswer(context, foundPage(language, found.data));
    return answer.status === 404
      ? plainAnswer(context, notFoundPage(language), 404)
      : plainAnswer(context, downPage(language), statusBehind(answer));
  });
  return app;
}

function notFoundPage(language: Language): PlainPage {
  const t = translator(language);
  const body = html`
    <p>
      ${t("We have no report with this code.")}
      ${t(
        "Check that you entered the address exactly as printed. If you did, this document isn't from us, was altered, or its report was deleted.",
      )}
    </p>
  `;
  return { language, title: t("Report not found"), body };
}

function downPage(language: Language): PlainPage {
  const t = translator(language);
  const body = html`<p>${t("Nothing was lost. Open this page again in a moment.")}</p>`;
  return { language, title: t("We can't check right now"), body };
}

function foundPage(language: Language, report: Verified): PlainPage {
  const t = translator(language);
  const bands = bandWords(t);
  const { score: value, band } = report;
  const moment = (iso: string) => format.moment(Date.parse(iso), language);
  const rows: readonly (readonly [string, string])[] = [
    [t("Number"), report.number],
    [t("Score"), value === null ? t("No score") : t("{value} out of 100: {band}", { value, band: bands[band] })],
    [t("Checked on"), moment(report.checked_at)],
    [t("First printed on"), moment(report.printed_at)],
    [t("Report"), report.report_id],
    [t("Data and rules"), report.versions.join(", ")],
    ["SHA-256", report.hash],
  ];
  const list = rows.map(([name, shown]) =>
    html`
      <div>
        <dt class="small muted">${name}</dt>
        <dd class="numbers">${breakable(shown)}</dd>
      </div>
    `
  );
  const body = html`
    <p class="lead">
      ${t("Compare these details with the document. If any differ, it was altered after we issued it.")}
    </p>
    <dl class="card stack stack--12">${list}</dl>
    <p class="small muted">
      ${t(
        "The score describes the number, not a person. Anyone can spoof caller ID.",
      )}
      ${t("This isn't a consumer report under the US Fair Credit Reporting Act.")}
    </p>
  `;
  return { language, title: t("Report verified"), body };
}

/** The hash may wrap on a narrow screen and is still copied in one piece. */
function breakable(text: string): Html {
  return raw(String(html`${text}`).replace(/[0-9a-f]{8}(?=[0-9a-f]{8})/g, "$&<wbr>"));
}
