/** The same-origin endpoints around leaving and getting in: cancel by e-mail, cancel by link, activation mail. */
import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "../app_env.ts";
import type { Context } from "../context.ts";
import { parse, parseBody } from "../http/answer.ts";
import { CHECKOUT_HEADER, readCheckout } from "../http/checkout_cookie.ts";
import { jsonRequest } from "../http/json_request.ts";
import { forward } from "../upstreams/forward.ts";

/** Product code of the cancel request. */
const PRODUCT_CODE = "TCK";
const email = z.string().check(z.maxLength(320), z.regex(/^[^\s@<>",;:\\]+@[^\s@<>",;:\\]+\.[^\s@<>",;:\\]+$/));
/** `host` is accepted because the spec sends it; links are built from the configuration only. */
const cancelRequestSchema = z.strictObject({
  email,
  product: z.literal(PRODUCT_CODE),
  host: z.string().check(z.maxLength(255)),
  emailing: z.literal(true),
});
const contentSchema = z.string().check(z.regex(/^[\w-]{1,128}$/));

export function membershipRoutes(context: Context): Hono<AppEnv> {
  const { config, connect } = context;
  const app = new Hono<AppEnv>();
  const send = async (request: Request, path: string, host: string, added: Readonly<Record<string, string>>) =>
    await forward(request, {
      service: "subscriptions",
      upstream: connect("subscriptions", host),
      path,
      added,
      allowPages: false,
    });

  app.post("/api/cancel-request", async (c) => {
    const body = await parseBody(c, cancelRequestSchema);
    return send(jsonRequest(c.req.raw, body), "/cancel-request", c.get("host"), { "x-client-ip": c.get("ip") });
  });

  app.post("/api/cancel-subscription/:content", async (c) => {
    const content = parse(contentSchema, c.req.param("content"));
    const chkHash = await readCheckout(c, config.publicOrigin);
    return send(emptyPost(c.req.raw), `/cancel-subscription/${content}`, c.get("host"), {
      "x-client-ip": c.get("ip"),
      ...(chkHash === undefined ? {} : { [CHECKOUT_HEADER]: chkHash }),
    });
  });

  app.post("/api/send-activation-by-email/:label/:email", (c) => {
    if (`/${c.req.param("label")}` !== config.base) return c.notFound();
    const address = parse(email, c.req.param("email"));
    const path = `/send-activation/${encodeURIComponent(address)}`;
    return send(emptyPost(c.req.raw), path, c.get("host"), { "x-client-ip": c.get("ip") });
  });
  return app;
}

function emptyPost(request: Request): Request {
  const idToken = request.headers.get("x-id-token");
  return new Request(request.url, { method: "POST", headers: idToken === null ? {} : { "x-id-token": idToken } });
}
