/**
 * /challenge/* and /display/*: the issuer page of a 3-D Secure challenge, and stored details revealed to their holder;
 * on the frame origin, framed by registered merchants only. A remote payments service has its own at its own address.
 */
import { type Context as HonoContext, Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { simulatorHeaders, withServiceHeaders } from "../../http/headers.ts";
import { readBody } from "../../platform/http/request_limits.ts";
import { environmentAt } from "../../platform/environment.ts";
import { isPublic } from "../../proxy/public_routes.ts";
import { locateService } from "../../proxy/service_location.ts";

export function issuerPageRoutes({ config, embedded }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const parents = config.merchantOrigins.map(({ origin }) => origin).join(" ");
  const headers = simulatorHeaders(config, parents);
  const pages = async (c: HonoContext<AppEnv>) => {
    const { pathname, search } = new URL(c.req.url);
    const { kind } = locateService(config.remote.payments, environmentAt(config, c.get("host")));
    if (kind === "remote") return c.notFound();
    if (!isPublic("payments", { method: c.req.method, path: pathname }, "frame")) return c.notFound();
    const use = c.req.header("sec-fetch-dest");
    const request = new Request(`http://payments${pathname}${search}`, {
      method: c.req.method,
      headers: {
        "content-type": c.req.header("content-type") ?? "",
        "x-client-ip": c.get("ip"),
        ...(use === undefined ? {} : { "sec-fetch-dest": use }),
      },
      ...(c.req.method === "POST" ? { body: await readBody(c.req.raw) } : {}),
    });
    return withServiceHeaders(await embedded.payments(request), headers);
  };
  app.all("/challenge/*", pages);
  app.get("/display/*", pages);
  return app;
}
