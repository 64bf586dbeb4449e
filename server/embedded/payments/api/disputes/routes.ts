/** /merchant/disputes: what a merchant's back end reads about disputes, and how it answers them. */
import { Hono } from "hono";
import { parseQuery, parseRequest, readPaymentsJson } from "../../context/bodies.ts";
import type { PaymentContext } from "../../context/context.ts";
import { acceptDispute, addEvidence } from "../../disputes/answer_dispute.ts";
import { viewDisputes } from "../../disputes/dispute_view.ts";
import { eraseEvidence } from "../../disputes/erase_evidence.ts";
import { listDisputes, readDispute, readFile } from "../../disputes/list_disputes.ts";
import { type Dispute, EvidenceBody } from "../../schemas/disputes.ts";
import { DisputesQuery } from "../../schemas/queries.ts";
import { withEvidence } from "../../vault/evidence.ts";
import { answerOnce, keyOf, readClient } from "../merchant_access.ts";

const DISPUTES = "/merchant/disputes";

export function disputeRoutes(context: PaymentContext): Hono {
  const app = new Hono();
  // An answer is kept without the evidence.
  const restore = (stored: unknown) => withEvidence(context, stored as Dispute);
  app.get(DISPUTES, async (c) => {
    const clientId = await readClient(context, c);
    const { rows, ...rest } = await listDisputes(context, clientId, parseQuery(DisputesQuery, c.req.url));
    return c.json({ results: await viewDisputes(context, context.db, rows), ...rest });
  });
  app.get(`${DISPUTES}/:id`, async (c) => {
    const row = await readDispute(context.db, await readClient(context, c), c.req.param("id"));
    const [view] = await viewDisputes(context, context.db, [row]);
    return c.json(view);
  });
  app.get(`${DISPUTES}/:id/files/:file`, async (c) => {
    const row = await readDispute(context.db, await readClient(context, c), c.req.param("id"));
    return c.json(await readFile(context, row.id, c.req.param("file")));
  });
  app.post(`${DISPUTES}/:id/evidence`, async (c) => {
    const clientId = await readClient(context, c);
    const key = keyOf(c);
    const json = await readPaymentsJson(c.req.raw);
    const body = parseRequest(EvidenceBody, json);
    return await answerOnce(
      context,
      { c, clientId, key, body: json, restore },
      (claim, requestKey) => addEvidence(context, { clientId, id: c.req.param("id"), claim, requestKey }, body),
    );
  });
  app.delete(`${DISPUTES}/:id/evidence`, async (c) => {
    const clientId = await readClient(context, c);
    return await answerOnce(
      context,
      { c, clientId, key: keyOf(c), body: null, restore },
      (claim) => eraseEvidence(context, { clientId, id: c.req.param("id"), claim }),
    );
  });
  app.post(`${DISPUTES}/:id/accept`, async (c) => {
    const clientId = await readClient(context, c);
    return await answerOnce(
      context,
      { c, clientId, key: keyOf(c), body: null, restore },
      (claim, requestKey) => acceptDispute(context, { clientId, id: c.req.param("id"), claim, requestKey }),
    );
  });
  return app;
}
