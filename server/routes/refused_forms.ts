/** Turns the refusal of a form or link that was used without script from JSON into a page in the person's language. */
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app_env.ts";
import type { Context } from "../context.ts";
import { visitorLanguage } from "../pages/language.ts";
import { plainAnswer } from "../pages/plain_page.ts";
import { type FormKind, refusedPage } from "../pages/refused_pages.ts";
import { wantsPage } from "./leaving_calls.ts";

const REQUEST = /^\/api\/(cancel-request|withdraw-request)$/;
const LINK = /^\/api\/(cancel-subscription|withdraw|end-mails|end-watch)\/|\/unsubscription$/;

export function refusedForms(context: Context): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const kind = kindOf(c.req.path);
    const { status, headers } = c.res;
    const isJson = headers.get("content-type")?.startsWith("application/json") ?? false;
    if (kind === undefined || status < 400 || !isJson || !wantsPage(c)) return;
    const page = refusedPage({ language: visitorLanguage(c), kind, status, base: context.config.base });
    // Else the headers of the JSON answer would be kept, its policy among them.
    c.res = undefined;
    c.res = plainAnswer(context, page, status);
  };
}

function kindOf(path: string): FormKind | undefined {
  const [, request] = REQUEST.exec(path) ?? [];
  if (request === "cancel-request" || request === "withdraw-request") return request;
  return LINK.test(path) ? "link" : undefined;
}
