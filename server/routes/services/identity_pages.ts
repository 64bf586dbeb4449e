/**
 * The sign-in pages of the real identity provider on our own host, `/__/auth/*`: browsers that keep storage apart by
 * site sign no visitor in by redirect when these pages are on another one. Only where FIREBASE_AUTH_DOMAIN is a host of this
 * server; otherwise the provider serves them itself.
 */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Config } from "../../config/config.ts";
import type { Context } from "../../context.ts";
import { createSharedLimits, takeOfNetwork } from "../../db/rate_limits.ts";
import { identityPageHeaders, withHeaders } from "../../http/headers.ts";
import { fail } from "../../platform/http/answer.ts";
import { readBody } from "../../platform/http/request_limits.ts";
import type { Upstream } from "../../platform/http/upstream.ts";
import { refusal } from "../../wire/site/refusal.ts";

const PATHS = [
  "/__/auth/experiments.js",
  "/__/auth/handler",
  "/__/auth/handler.js",
  "/__/auth/iframe",
  "/__/auth/iframe.js",
  "/__/firebase/init.json",
];
const REQUEST_HEADERS = ["accept", "accept-language", "content-type", "user-agent"] as const;
const TYPES = /^(text\/(html|javascript)|application\/(javascript|json))\b/;
const DEADLINE_MS = 10_000;
const MAX_BYTES = 1024 * 1024;
/** Each is a request of ours to the provider. A sign-in needs about five. */
export const PAGES = {
  one: { name: "identity_pages", points: 300, windowMs: 600_000 },
  all: { name: "identity_pages_all", points: 30_000, windowMs: 600_000 },
};

/** The provider's host of these pages; undefined where this server does not serve them. */
export function identityPagesHost({ identity, appHosts }: Pick<Config, "identity" | "appHosts">): string | undefined {
  if (identity.mode !== "firebase" || !appHosts.includes(identity.authDomain)) return undefined;
  return `${identity.projectId}.firebaseapp.com`;
}

export function identityPageRoutes(
  context: Context,
  provider: Upstream = (request) => fetch(request),
  deadlineMs = DEADLINE_MS,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const host = identityPagesHost(context.config);
  if (host === undefined) return app;
  const headers = identityPageHeaders(context.config);
  const limits = createSharedLimits(context);
  // Apple answers by a form.
  app.on(["GET", "POST"], PATHS, async (c) => {
    if (!await takeOfNetwork(limits, PAGES, c.get("ip"))) fail(429, refusal("network_limit"));
    const { pathname, search } = new URL(c.req.url);
    const sent = new Headers();
    for (const name of REQUEST_HEADERS) sent.set(name, c.req.header(name) ?? "");
    const request = new Request(`https://${host}${pathname}${search}`, {
      method: c.req.method,
      headers: sent,
      redirect: "manual",
      signal: AbortSignal.timeout(deadlineMs),
      ...(c.req.method === "POST" ? { body: await readBody(c.req.raw) } : {}),
    });
    const page = await readPage(provider, request).catch((error: unknown) => {
      context.log.warn("identity.page", { error });
      return fail(502, refusal("service_down"));
    });
    return withHeaders(page, headers);
  });
  return app;
}

/** Only a page, script or JSON, without the provider's cookies and policies. */
async function readPage(provider: Upstream, request: Request): Promise<Response> {
  const answer = await provider(request);
  const type = answer.headers.get("content-type") ?? "";
  if (answer.status !== 200 || !TYPES.test(type)) {
    await answer.body?.cancel();
    throw new TypeError(`The identity provider answered ${answer.status} ${type}`);
  }
  const bytes = await readBody(new Request("http://answer", { method: "POST", body: answer.body }), MAX_BYTES);
  return new Response(bytes, { headers: { "content-type": type } });
}
