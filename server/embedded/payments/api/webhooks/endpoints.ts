/** /merchant/webhooks/endpoints: the addresses that a merchant's back end registers for webhooks. */
import { type Context, Hono } from "hono";
import { readBody } from "../../../../platform/http/request_limits.ts";
import { parseRequest, readPaymentsJson } from "../../context/bodies.ts";
import type { PaymentContext } from "../../context/context.ts";
import { type Endpoint, EndpointBody, RotateBody } from "../../schemas/webhook_endpoints.ts";
import {
  deleteEndpoint,
  listEndpoints,
  readEndpoint,
  registerEndpoint,
  rotateSecret,
  testEndpoint,
  withSecret,
} from "../../webhooks/endpoints.ts";
import { answerOnce, type KeyedCall, keyOf, readClient } from "../merchant_access.ts";

const ENDPOINTS = "/merchant/webhooks/endpoints";

export function webhookEndpointRoutes(context: PaymentContext): Hono {
  const app = new Hono();
  // An answer with a secret is kept without it: the secret is sealed and stored only with the address.
  const restoreFor = (clientId: string) => (kept: unknown) => withSecret(context, clientId, kept as Endpoint);
  app.get(ENDPOINTS, async (c) => c.json({ results: await listEndpoints(context, await readClient(context, c)) }));
  app.post(ENDPOINTS, async (c) => {
    const call = await readCall(context, c);
    const { url } = parseRequest(EndpointBody, call.body);
    return await answerOnce(
      context,
      { ...call, restore: restoreFor(call.clientId) },
      (claim) =>
        registerEndpoint(context, { clientId: call.clientId, url, finish: (trx, kept) => claim.finish(trx, kept) }),
    );
  });
  app.post(`${ENDPOINTS}/:id/secret`, async (c) => {
    const call = await readCall(context, c);
    const { overlapHours } = parseRequest(RotateBody, call.body);
    return await answerOnce(context, { ...call, restore: restoreFor(call.clientId) }, async (claim) => {
      const row = await readEndpoint(context, call.clientId, c.req.param("id"));
      return await rotateSecret(context, row, { overlapHours, finish: (trx, kept) => claim.finish(trx, kept) });
    });
  });
  app.post(`${ENDPOINTS}/:id/test`, async (c) => {
    const call = await readCall(context, c);
    return await answerOnce(context, call, async (claim) => {
      const answer = await testEndpoint(context, await readEndpoint(context, call.clientId, c.req.param("id")));
      await context.db.transaction().execute((trx) => claim.finish(trx, answer));
      return answer;
    });
  });
  app.delete(`${ENDPOINTS}/:id`, async (c) => {
    const call = await readCall(context, c);
    return await answerOnce(context, call, async (claim) => {
      const row = await readEndpoint(context, call.clientId, c.req.param("id"));
      const answer = { success: true, id: row.id };
      await context.db.transaction().execute(async (trx) => {
        await deleteEndpoint(trx, row);
        await claim.finish(trx, answer);
      });
      return answer;
    });
  });
  return app;
}

/** An empty body means `{}`. */
async function readCall(context: PaymentContext, c: Context): Promise<KeyedCall> {
  const clientId = await readClient(context, c);
  const key = keyOf(c);
  const bytes = await readBody(c.req.raw);
  if (bytes.byteLength === 0) return { c, clientId, key, body: {} };
  const body = await readPaymentsJson(new Request(c.req.raw, { body: bytes }));
  return { c, clientId, key, body };
}
