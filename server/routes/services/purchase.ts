/** The calls that move money: the checkout cookie is checked here, before the subscription service is called. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { fail, parse } from "../../platform/http/answer.ts";
import { addedHeaders } from "../../http/added_headers.ts";
import { CHECKOUT_HEADER, readCheckout } from "../../http/checkout_cookie.ts";
import { jsonRequest } from "../../platform/http/json_request.ts";
import { readJson } from "../../platform/http/request_limits.ts";
import { forward } from "../../proxy/forward.ts";
import {
  consentSchema,
  createAnswerSchema,
  type CreateNoUser,
  createNoUserSchema,
  NO_RAW_CARDS,
} from "../../wire/billing/purchase.ts";
import { subscriptionSchema } from "../../wire/billing/subscriptions.ts";
import {
  holdsAnyCheckout,
  holdsExecution,
  holdsPlan,
  holdsSubscription,
  linkNewest,
  linkSubscription,
} from "./checkouts.ts";

const CREATE_PATHS = ["/services/subscriptions/subs/create-no-user", "/subs/create-no-user"] as const;

export function purchaseRoutes(context: Context): Hono<AppEnv> {
  const { config, connect, db } = context;
  const app = new Hono<AppEnv>();

  app.post("/api/consent", async (c) => {
    const chkHash = await readCheckout(c, config.publicOrigin);
    const idToken = c.req.header("x-id-token");
    if (chkHash === undefined && idToken === undefined) {
      fail(403, "This browser has no open checkout. Please start again");
    }
    const consent = parse(consentSchema, await readJson(c.req.raw));
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
      if (!config.takesRawCards && body.card !== undefined) fail(400, NO_RAW_CARDS);
      const chkHash = await readCheckout(c, config.publicOrigin);
      const attempt = { body, chkHash, idToken: c.req.header("x-id-token"), host: c.get("host") };
      if (!await mayCreate(context, attempt)) {
        fail(403, "This browser does not hold this checkout. Please start again");
      }
      const answer = await forward(jsonRequest(c.req.raw, body), {
        service: "subscriptions",
        upstream: connect("subscriptions", c.get("host")),
        path: "/subs/create-no-user",
        added: addedHeaders(c, chkHash),
        allowPages: false,
      });
      const created = createAnswerSchema.safeParse(await answer.clone().json().catch(() => undefined));
      if (created.success && created.data.error === "" && body.instrument !== undefined) {
        await linkSubscription(db, body.instrument.executionId, created.data.subscription_id);
      }
      return answer;
    });
  }
  return app;
}

interface Attempt {
  readonly body: CreateNoUser;
  readonly chkHash: string | undefined;
  readonly idToken: string | undefined;
  readonly host: string;
}

/**
 * The browser that began the execution may complete it; add-ons need the cookie of the purchase or the owner's token.
 */
async function mayCreate(context: Context, { body, chkHash, idToken, host }: Attempt): Promise<boolean> {
  const { db, verifyIdToken } = context;
  if (body.instrument !== undefined) {
    return chkHash !== undefined && await holdsExecution(db, chkHash, body.instrument.executionId);
  }
  if (body.card !== undefined) return chkHash !== undefined && await holdsPlan(db, chkHash, body.plan_id);
  if (body.subscription_id === undefined) return true;
  if (chkHash !== undefined && await holdsSubscription(db, chkHash, body.subscription_id)) return true;
  if (chkHash !== undefined && await linkRecovered(context, { chkHash, host, id: body.subscription_id })) return true;
  return idToken !== undefined && await verifyIdToken(idToken) !== undefined;
}

interface UnlinkedPurchase {
  readonly chkHash: string;
  readonly host: string;
  readonly id: string;
}

/**
 * Only the service knows about a purchase that completed without its page; it is asked once, and the link is stored
 * here.
 */
async function linkRecovered({ db, connect }: Context, { chkHash, host, id }: UnlinkedPurchase): Promise<boolean> {
  if (!await holdsAnyCheckout(db, chkHash)) return false;
  const answer = await connect("subscriptions", host)(
    new Request(`http://service/subscriptions/${encodeURIComponent(id)}`, {
      method: "POST",
      headers: { [CHECKOUT_HEADER]: chkHash },
    }),
  );
  const found = subscriptionSchema.safeParse(await answer.json().catch(() => undefined));
  if (!answer.ok || !found.success || found.data.subscription_id !== id) return false;
  await linkNewest(db, { chkHash, planId: found.data.plan_id, subscriptionId: id });
  return await holdsSubscription(db, chkHash, id);
}
