/** The file at the address where Apple verifies that the domain is ours, before it gives merchant sessions for it. */
import { Hono } from "hono";
import type { AppEnv } from "../../../app_env.ts";
import type { Context } from "../../../context.ts";

export function appleDomainRoutes({ config }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { applePay } = config;
  if (applePay.mode !== "live" || applePay.domain === "") return app;
  const { domain } = applePay;
  app.get(
    "/.well-known/apple-developer-merchantid-domain-association",
    (c) => c.text(domain, 200, { "cache-control": "no-store" }),
  );
  return app;
}
