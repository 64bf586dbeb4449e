/** The subscriptions service: checkout, consent, purchase, add-ons, finalize, cancel; every route in order. */
import { Hono } from "hono";
import { errorAnswer, fail, parseBody } from "../../http/answer.ts";
import type { Upstream } from "../../upstreams/services.ts";
import { consentSchema, createNoUserSchema, finalizeSchema } from "../../wire/subscriptions.ts";
import { readCaller } from "./caller.ts";
import { startCheckout } from "./checkout.ts";
import { storeConsent } from "./consents.ts";
import { createByInstrument, refused } from "./create.ts";
import type { Parts, SubscriptionsDeps } from "./deps.ts";
import { finalize } from "./finalize.ts";
import { createParts } from "./parts.ts";
import { TEXTS } from "./texts.ts";

export type { SubscriptionsDeps, SubscriptionsSettings } from "./deps.ts";

/** Answers requests whose path is relative to the service's root. Only the app server calls it. */
export function createSubscriptions(deps: SubscriptionsDeps): Upstream {
  const parts = createParts(deps);
  const app = new Hono();
  purchaseRoutes(app, parts);
  app.notFound((c) => c.json({ error: "There is no such address" }, 404));
  app.onError((error, c) => {
    const answer = errorAnswer(error, c.req.header("x-request-id") ?? "");
    if (answer.status >= 500) parts.log.error("subscriptions.failed", { path: c.req.routePath, error });
    return answer;
  });
  return async (request) => await app.fetch(request);
}

function purchaseRoutes(app: Hono, parts: Parts): void {
  app.get("/init/session", async (c) => {
    const { checkout } = await readCaller(c, parts.verifyIdToken);
    return c.json(await startCheckout(parts, { checkout, planId: c.req.query("plan_id") ?? "" }));
  });
  app.post("/consents", async (c) => {
    const caller = await readCaller(c, parts.verifyIdToken);
    const result = await storeConsent(parts, caller, await parseBody(c, consentSchema));
    if (result.kind === "stored") return c.json({ consent_id: result.id });
    return c.json({ error: "The price or the date has changed. Please look at it again", shown: result.shown }, 409);
  });
  app.post("/subs/create-no-user", async (c) => {
    const caller = await readCaller(c, parts.verifyIdToken);
    const body = await parseBody(c, createNoUserSchema);
    const { instrument, card, subscription_id } = body;
    if ([instrument, card, subscription_id].filter((given) => given !== undefined).length !== 1) {
      fail(400, "Send exactly one of instrument, card and subscription_id");
    }
    if (instrument !== undefined) return c.json(await createByInstrument(parts, caller, { ...body, instrument }));
    return c.json(refused(TEXTS.noCards), 400);
  });
  for (const path of ["/subs/finalize", "/subscription-finalize"]) {
    app.post(path, async (c) => {
      const caller = await readCaller(c, parts.verifyIdToken);
      return c.json(await finalize(parts, caller, await parseBody(c, finalizeSchema)));
    });
  }
}
