/** Turns the JSON refusal of a form or link that was used without script into a page in the visitor's language. */
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { readBody } from "../../platform/http/request_limits.ts";
import { visitorLanguage } from "../../i18n/visitor_language.ts";
import { plainAnswer } from "../../pages/plain_page.ts";
import { type FormKind, refusedPage } from "../../pages/refused_pages.ts";
import { MAX_EMAIL_CHARS } from "../../wire/email.ts";
import { isForm, wantsPage } from "../api/cancellation_calls.ts";

const REQUEST = /^\/api\/(cancel-request|withdraw-request)$/;
const LINK = /^\/api\/(cancel-subscription|withdraw|end-mails)\/|\/unsubscription$/;
const ALERT_LINK = /^\/api\/end-watch\//;

export function refusedForms(context: Context): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const kind = kindOf(c.req.path);
    if (kind === undefined || !wantsPage(c)) return await next();
    // The body is read twice: by the route, and to fill the form again.
    const sent = kind.endsWith("link") || !isForm(c) ? undefined : c.req.raw.clone();
    await next();
    const { status, headers } = c.res;
    const isJson = headers.get("content-type")?.startsWith("application/json") ?? false;
    if (status < 400 || !isJson) return await sent?.body?.cancel();
    const email = sent === undefined ? "" : await typedEmail(sent);
    const page = refusedPage({ language: visitorLanguage(c), kind, status, base: context.config.base, email });
    // Otherwise the JSON answer's headers would remain, including its policy.
    c.res = undefined;
    c.res = plainAnswer(context, page, status);
  };
}

/** Empty when the form is too large or never arrived. */
async function typedEmail(sent: Request): Promise<string> {
  const bytes = await readBody(sent).catch(() => new Uint8Array());
  const email = new URLSearchParams(new TextDecoder().decode(bytes)).get("email") ?? "";
  return email.slice(0, MAX_EMAIL_CHARS);
}

function kindOf(path: string): FormKind | undefined {
  const [, request] = REQUEST.exec(path) ?? [];
  if (request === "cancel-request" || request === "withdraw-request") return request;
  if (ALERT_LINK.test(path)) return "alert-link";
  return LINK.test(path) ? "link" : undefined;
}
