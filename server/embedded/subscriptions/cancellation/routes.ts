/** Routes to cancel, withdraw, unsubscribe and activate. Their answers are the same for members and strangers. */
import type { Hono } from "hono";
import { parse, parseBody } from "../../../platform/http/answer.ts";
import {
  activationRequestSchema,
  cancelRequestSchema,
  withdrawRequestSchema,
  withdrawSchema,
} from "../../../wire/billing/cancellation.ts";
import { activateSchema } from "../../../wire/billing/purchase.ts";
import { activate } from "../account/activate.ts";
import { readRequester } from "../context/requester.ts";
import { cancelSubscription } from "./cancel.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { unsubscribe } from "./unsubscribe.ts";
import { actionLinkPageOf, actionLinkPagesOfCheckout } from "./action_link_page.ts";
import { storeRequest } from "./email_requests.ts";
import { withdraw } from "./withdraw.ts";

/** The whole answer, the same for every requester. */
const SENT = { status: "accepted", error: "" } as const;

export function cancellationRoutes(app: Hono, context: SubscriptionContext): void {
  app.post("/cancel-request", async (c) => {
    const { network } = await readRequester(c, context.verifyIdToken);
    const { email } = await parseBody(c, cancelRequestSchema);
    await storeRequest(context, { kind: "cancel", email, network });
    return c.json(SENT);
  });
  app.post("/withdraw-request", async (c) => {
    const { network } = await readRequester(c, context.verifyIdToken);
    const { email } = await parseBody(c, withdrawRequestSchema);
    await storeRequest(context, { kind: "withdraw", email, network });
    return c.json(SENT);
  });
  app.post("/send-activation", async (c) => {
    const { network } = await readRequester(c, context.verifyIdToken);
    const { email } = await parseBody(c, activationRequestSchema);
    await storeRequest(context, { kind: "activate", email, network });
    return c.json(SENT);
  });
  app.post("/send-activation/:email", async (c) => {
    const { network } = await readRequester(c, context.verifyIdToken);
    const { email } = parse(activationRequestSchema, { email: c.req.param("email") });
    await storeRequest(context, { kind: "activate", email, network });
    return c.json(SENT);
  });
  app.post("/subs/activate", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    return c.json(await activate(context, requester, await parseBody(c, activateSchema)));
  });
  app.post("/cancel-subscription/:content", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    return c.json(await cancelSubscription(context, requester, c.req.param("content")));
  });
  app.post("/withdraw/:content", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    const { charges } = await parseBody(c, withdrawSchema);
    return c.json(await withdraw(context, requester, { content: c.req.param("content"), charges }));
  });
  // Changes nothing. It is a POST to keep the secret out of access logs.
  app.post("/leaving/:content", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    return c.json(await actionLinkPageOf(context, requester, c.req.param("content")));
  });
  app.post("/leaving-of", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    return c.json({ leavings: await actionLinkPagesOfCheckout(context, requester) });
  });
  app.post("/end-mails/:content", async (c) => c.json(await unsubscribe(context, c.req.param("content"))));
}
