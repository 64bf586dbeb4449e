/**
 * The calls that move money. This server turns the checkout cookie into its hash; the subscriptions service decides
 * what that browser holds (docs/decisions/payments/checkout-owner.md).
 */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { createSharedLimits } from "../../db/rate_limits.ts";
import { fail, parse } from "../../platform/http/answer.ts";
import { ipKey } from "../../platform/http/ip_address.ts";
import { addedHeaders } from "../../http/service_headers.ts";
import { readCheckout } from "../../http/checkout_cookie.ts";
import { jsonRequest } from "../../platform/http/json_request.ts";
import { readJson } from "../../platform/http/request_limits.ts";
import { forward } from "../../proxy/forward.ts";
import { consentSchema, createNoUserSchema } from "../../wire/billing/purchase.ts";
import { refusal } from "../../wire/site/refusal.ts";

export const NOT_HELD = refusal("not_your_checkout");
/** Each consent is a row: as many for one network as it may open checkouts. */
export const CONSENTS = { name: "consent", points: 120, windowMs: 600_000 };
const CREATE_PATHS = ["/services/subscriptions/subs/create-no-user", "/subs/create-no-user"] as const;

export function purchaseRoutes(context: Context): Hono<AppEnv> {
  const { config, connect } = context;
  const app = new Hono<AppEnv>();
  const limits = createSharedLimits(context);

  app.post("/api/consent", async (c) => {
    const chkHash = readCheckout(c, config.publicOrigin);
    const idToken = c.req.header("x-id-token");
    if (chkHash === undefined && idToken === undefined) {
      fail(403, refusal("no_checkout"));
    }
    const consent = parse(consentSchema, await readJson(c.req.raw));
    // No rate limit on loopback, as for checkouts.
    if (!config.loopback && await limits.take(CONSENTS, ipKey(c.get("ip"))) > 0) fail(429, refusal("network_limit"));
    return forward(jsonRequest(c.req.raw, consent), {
      service: "subscriptions",
      upstream: connect("subscriptions", c.get("host")),
      path: "/consents",
      added: addedHeaders(c, chkHash),
      allowPages: false,
    });
  });

  // Sent by the payments service, with a signature instead of a cookie.
  app.post("/services/subscriptions/payments-notices", (c) =>
    forward(c.req.raw, {
      service: "subscriptions",
      upstream: connect("subscriptions", c.get("host")),
      path: "/payments-notices",
      added: { ...addedHeaders(c), "x-signature": c.req.header("x-signature") ?? "" },
      allowPages: false,
    }));

  for (const path of CREATE_PATHS) {
    app.post(path, async (c) => {
      const body = parse(createNoUserSchema, await readJson(c.req.raw));
      if (!config.takesRawCards && body.card !== undefined) fail(400, refusal("no_raw_cards"));
      const chkHash = readCheckout(c, config.publicOrigin);
      // Only an add-on may come from a browser without a checkout: a member proves the purchase by their token.
      const isMember = body.subscription_id !== undefined && c.req.header("x-id-token") !== undefined;
      if (chkHash === undefined && !isMember) fail(403, NOT_HELD);
      return await forward(jsonRequest(c.req.raw, body), {
        service: "subscriptions",
        upstream: connect("subscriptions", c.get("host")),
        path: "/subs/create-no-user",
        added: addedHeaders(c, chkHash),
        allowPages: false,
      });
    });
  }
  return app;
}
