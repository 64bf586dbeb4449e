/** The routes of the way out and the way back in, which look the same for members and strangers. */
import type { Hono } from "hono";
import * as z from "zod/mini";
import { parse, parseBody } from "../../http/answer.ts";
import { activateSchema, cancelRequestSchema } from "../../wire/subscriptions.ts";
import { activate } from "./activate.ts";
import { readCaller } from "./caller.ts";
import { cancelSubscription } from "./cancel.ts";
import type { Parts } from "./deps.ts";
import { takeRequest } from "./requests.ts";

/** The whole answer, whoever asks. */
const SENT = { status: "accepted", error: "" } as const;

export function leavingRoutes(app: Hono, parts: Parts): void {
  app.post("/cancel-request", async (c) => {
    const { network } = await readCaller(c, parts.verifyIdToken);
    const { email } = await parseBody(c, cancelRequestSchema);
    await takeRequest(parts, { kind: "cancel", email, network });
    return c.json(SENT);
  });
  app.post("/send-activation/:email", async (c) => {
    const { network } = await readCaller(c, parts.verifyIdToken);
    const { email } = parse(z.pick(cancelRequestSchema, { email: true }), { email: c.req.param("email") });
    await takeRequest(parts, { kind: "activate", email, network });
    return c.json(SENT);
  });
  app.post("/subs/activate", async (c) => {
    const caller = await readCaller(c, parts.verifyIdToken);
    return c.json(await activate(parts, caller, await parseBody(c, activateSchema)));
  });
  app.post("/cancel-subscription/:content", async (c) => {
    const caller = await readCaller(c, parts.verifyIdToken);
    return c.json(await cancelSubscription(parts, caller, c.req.param("content")));
  });
}
