/** The embedded identity service under the paths of the identity client; absent with a real provider. */
import { type Context as HonoContext, Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { simulatorHeaders, withServiceHeaders } from "../../http/headers.ts";
import { createSharedLimits, takeOfNetwork } from "../../db/rate_limits.ts";
import { readBody } from "../../platform/http/request_limits.ts";
import { isPublic } from "../../proxy/public_routes.ts";

const PATHS = ["/identitytoolkit.googleapis.com/*", "/securetoken.googleapis.com/*", "/emulator/auth/*"] as const;
const HEADERS = ["accept", "content-type", "x-client-version", "x-firebase-gmpid", "x-firebase-locale"] as const;

/** The same calls by their public path of services. */
const PROXIED = "/services/identity/*";
/** Calls that create accounts, hash a password in 32 MiB or ask for an email: limits per network and in total. */
export const CALLS = {
  one: { name: "identity", points: 120, windowMs: 600_000 },
  all: { name: "identity_all", points: 3_000, windowMs: 600_000 },
};
/** Emails, which go to any address. */
export const EMAILS = {
  one: { name: "identity_email", points: 10, windowMs: 600_000 },
  all: { name: "identity_email_all", points: 100, windowMs: 600_000 },
};
/** Calls of a member who is signed in: the client ends the sign-in for any refusal that it can read. */
const OF_SIGNED_IN = /\/(accounts:lookup|v1\/token)$/;
/** As the identity client reads it. */
const TOO_MANY = { error: { code: 429, message: "TOO_MANY_ATTEMPTS_TRY_LATER", errors: [] } };

/** Limits the embedded identity service where others reach it, which is in a demonstration. Mounted before its routes. */
export function identityLimits(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { identity, loopback } = context.config;
  if (identity.mode !== "embedded" || loopback) return app;
  const limits = createSharedLimits(context);
  for (const path of [...PATHS, PROXIED]) {
    app.use(path, async (c, next) => {
      if (c.req.method !== "POST") return await next();
      const ip = c.get("ip");
      const { pathname } = new URL(c.req.url);
      const isEmail = pathname.endsWith(":sendOobCode");
      const isFew = await takeOfNetwork(limits, CALLS, ip) &&
        (!isEmail || await takeOfNetwork(limits, EMAILS, ip));
      if (isFew) return await next();
      return OF_SIGNED_IN.test(pathname) ? c.json({ error: TOO_MANY.error.message }, 429) : c.json(TOO_MANY, 429);
    });
  }
  return app;
}

export function identityRoutes(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  if (context.config.identity.mode !== "embedded") return app;
  const headers = simulatorHeaders(context.config, "'self'");
  const answer = async (c: HonoContext<AppEnv>) => {
    const { pathname, search } = new URL(c.req.url);
    if (!isPublic("identity", { method: c.req.method, path: pathname })) return c.notFound();
    const kept = HEADERS.flatMap((name): [string, string][] => {
      const value = c.req.header(name);
      return value === undefined ? [] : [[name, value]];
    });
    const hasBody = c.req.method !== "GET" && c.req.method !== "HEAD";
    const request = new Request(`http://identity${pathname}${search}`, {
      method: c.req.method,
      headers: [...kept, ["x-client-ip", c.get("ip")]],
      ...(hasBody ? { body: await readBody(c.req.raw) } : {}),
    });
    return withServiceHeaders(await context.embedded.identity(request), headers);
  };
  for (const path of PATHS) app.all(path, answer);
  return app;
}
