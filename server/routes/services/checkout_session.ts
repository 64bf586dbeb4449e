/** A browser's checkout: its cookie and payment configuration at the start, and the cookie's end at sign-out. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { addedHeaders } from "../../http/service_headers.ts";
import { ensureCheckout, forgetCheckout, NEW_CHECKOUT_HEADER, readCheckout } from "../../http/checkout_cookie.ts";
import { fail } from "../../platform/http/answer.ts";
import { ipKey } from "../../platform/http/ip_address.ts";
import { createSharedLimits } from "../../db/rate_limits.ts";
import { forward } from "../../proxy/forward.ts";
import { refusal } from "../../wire/site/refusal.ts";

const PATHS = ["/services/subscriptions/init/session", "/init/session"] as const;

/** What the browser deletes at sign-out: the value of Clear-Site-Data. */
const CLEARED_AT_SIGN_OUT = '"cache", "storage"';

/**
 * Rate limit of opened checkouts per client address and window: many people may share an address, and each plan opens
 * another checkout.
 */
export const CHECKOUTS = { name: "checkout", points: 120, windowMs: 600_000 };
const TOO_MANY = refusal("checkout_limit");

export function sessionRoutes(context: Context): Hono<AppEnv> {
  const { config, connect } = context;
  const app = new Hono<AppEnv>();
  const limits = createSharedLimits(context);
  for (const path of PATHS) {
    app.get(path, async (c) => {
      // No rate limit on loopback.
      if (!config.loopback && await limits.take(CHECKOUTS, ipKey(c.get("ip"))) > 0) fail(429, TOO_MANY);
      const isNew = readCheckout(c, config.publicOrigin) === undefined;
      const chkHash = ensureCheckout(c, config.publicOrigin);
      const answer = await forward(c.req.raw, {
        service: "subscriptions",
        upstream: connect("subscriptions", c.get("host")),
        path: `/init/session?${new URLSearchParams({ plan_id: c.req.query("plan_id") ?? "" })}`,
        added: { ...addedHeaders(c, chkHash), ...(isNew ? { [NEW_CHECKOUT_HEADER]: "1" } : {}) },
        allowPages: false,
      });
      if (!answer.ok) return answer;
      // A new answer, because only that carries the cookie.
      return c.body(await answer.text(), 200, { "content-type": "application/json" });
    });
  }
  // Called by the page on sign-out; the identity provider's library does not know our cookie.
  app.post("/api/sign-out", (c) => {
    forgetCheckout(c, config.publicOrigin);
    return c.json({ status: "signed_out" }, 200, { "clear-site-data": CLEARED_AT_SIGN_OUT });
  });
  return app;
}
