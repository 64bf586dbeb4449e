/**
 * POST /csp-report: browsers report what a policy blocked; the server logs one redacted line each, within limits.
 */
import { Hono } from "hono";
import type { AppEnv } from "../app_env.ts";
import type { Context } from "../context.ts";
import { createSharedLimits, takeOfNetwork } from "../db/rate_limits.ts";
import { fail } from "../platform/http/answer.ts";
import { readBody } from "../platform/http/request_limits.ts";
import { redact } from "../platform/log.ts";

const MAX_REPORT_BYTES = 16 * 1024;
const KEPT_CHARS = 200;
/** A browser collects the reports of a page; 16 KB could hold five hundred empty ones, each a line of the log. */
const MAX_REPORTS = 20;
/** Limits per network and in total, so that an attacker cannot fill the log. */
export const REPORTS = {
  one: { name: "csp_report", points: 100, windowMs: 600_000 },
  all: { name: "csp_report_all", points: 2_000, windowMs: 600_000 },
};
/** Old and new names of the same fields; all other fields may be personal and are dropped. */
const KEPT = ["blocked-uri", "blockedURL", "violated-directive", "effectiveDirective", "disposition"] as const;

export function cspReportRoutes(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { log } = context;
  const limits = createSharedLimits(context);
  app.post("/csp-report", async (c) => {
    const text = new TextDecoder().decode(await readBody(c.req.raw, MAX_REPORT_BYTES));
    if (!await takeOfNetwork(limits, REPORTS, c.get("ip"))) fail(429, "Too many reports");
    for (const report of parseReports(text).slice(0, MAX_REPORTS)) log.warn("csp.report", report);
    return c.body(null, 204);
  });
  return app;
}

/** The kept fields of each report, in either format; an unreadable report gives none. */
export function parseReports(text: string): readonly Readonly<Record<string, string>>[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const reports: unknown[] = Array.isArray(value) ? value : [value];
  return reports.flatMap((report) => {
    const facts = new Map(Object.entries(inner(report)));
    const kept = KEPT.flatMap((key): [string, string][] => {
      const fact = facts.get(key);
      // Before it is shortened: the log could not tell the first half of an email address or a number from other text.
      return typeof fact === "string" ? [[key, redact(withoutQuery(fact)).slice(0, KEPT_CHARS)]] : [];
    });
    return kept.length === 0 ? [] : [Object.fromEntries(kept)];
  });
}

function inner(report: unknown): object {
  if (typeof report !== "object" || report === null) return {};
  const body = "csp-report" in report ? report["csp-report"] : "body" in report ? report.body : undefined;
  return typeof body === "object" && body !== null ? body : {};
}

function withoutQuery(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? "";
}
