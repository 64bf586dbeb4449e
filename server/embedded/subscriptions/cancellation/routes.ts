/** The routes of the way out and the way back in, which look the same for members and strangers. */
import type { Hono } from "hono";
import * as z from "zod/mini";
import { parse, parseBody } from "../../../platform/http/answer.ts";
import { cancelRequestSchema, withdrawRequestSchema, withdrawSchema } from "../../../wire/billing/cancellation.ts";
import { activateSchema } from "../../../wire/billing/purchase.ts";
import { activate } from "../account/activate.ts";
import { readCaller } from "../context/requester.ts";
import { cancelSubscription } from "./cancel.ts";
import type { Parts } from "../context/context.ts";
import { endMails } from "./unsubscribe.ts";
import { leavingOf, leavingsOfCheckout } from "./action_link_page.ts";
import { takeRequest } from "./email_requests.ts";
import { withdraw } from "./withdraw.ts";

/** The whole answer, the same for every caller. */
const SENT = { status: "accepted", error: "" } as const;

export function leavingRoutes(app: Hono, parts: Parts): void {
  app.post("/cancel-request", async (c) => {
    const { network } = await readCaller(c, parts.verifyIdToken);
    const { email } = await parseBody(c, cancelRequestSchema);
    await takeRequest(parts, { kind: "cancel", email, network });
    return c.json(SENT);
  });
  app.post("/withdraw-request", async (c) => {
    const { network } = await readCaller(c, parts.verifyIdToken);
    const { email } = await parseBody(c, withdrawRequestSchema);
    await takeRequest(parts, { kind: "withdraw", email, network });
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
  app.post("/withdraw/:content", async (c) => {
    const caller = await readCaller(c, parts.verifyIdToken);
    const { charges } = await parseBody(c, withdrawSchema);
    return c.json(await withdraw(parts, caller, { content: c.req.param("content"), charges }));
  });
  // Looking: POST keeps secrets out of logs of addresses and changes nothing.
  app.post("/leaving/:content", async (c) => {
    const caller = await readCaller(c, parts.verifyIdToken);
    return c.json(await leavingOf(parts, caller, c.req.param("content")));
  });
  app.post("/leaving-of", async (c) => {
    const caller = await readCaller(c, parts.verifyIdToken);
    return c.json({ leavings: await leavingsOfCheckout(parts, caller) });
  });
  app.post("/end-mails/:content", async (c) => c.json(await endMails(parts, c.req.param("content"))));
}
