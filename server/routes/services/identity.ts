/** The embedded identity service under the paths of the identity client; absent with a real provider. */
import { type Context as HonoContext, Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { simulatorHeaders, withServiceHeaders } from "../../http/headers.ts";
import { readBody } from "../../platform/http/request_limits.ts";
import { isPublic } from "../../proxy/public_routes.ts";

const PATHS = ["/identitytoolkit.googleapis.com/*", "/securetoken.googleapis.com/*", "/emulator/auth/*"] as const;
const HEADERS = ["accept", "content-type", "x-client-version", "x-firebase-gmpid", "x-firebase-locale"] as const;

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
