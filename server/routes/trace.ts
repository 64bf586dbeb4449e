/** /cdn-cgi/trace: `key=value` lines with the caller's address and country, as the edge networks answer them. */
import { Hono } from "hono";
import type { AppEnv } from "../app_env.ts";
import type { Context } from "../context.ts";

/** Country code for "not known", as the edge networks write it. */
const UNKNOWN_COUNTRY = "XX";

export function traceRoutes({ config, clock }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/cdn-cgi/trace", (c) => {
    const edgeCountry = config.trustedHops > 0 ? c.req.header("cf-ipcountry") ?? "" : "";
    const loc = /^[A-Z]{2}$/.test(edgeCountry) ? edgeCountry : UNKNOWN_COUNTRY;
    const lines = { h: c.get("host"), ip: c.get("ip"), ts: (clock.now() / 1_000).toFixed(3), loc };
    return c.text(Object.entries(lines).map(([key, value]) => `${key}=${value}\n`).join(""));
  });
  return app;
}
