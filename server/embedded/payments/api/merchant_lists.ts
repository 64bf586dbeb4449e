/** What a merchant's back end looks up: executions, moves, stored instruments, deliveries of webhooks; and what it erases. */
import { Hono } from "hono";
import { parseQuery } from "../context/bodies.ts";
import type { PaymentContext } from "../context/context.ts";
import { executionSummary } from "../executions/execution_view.ts";
import { listExecutions } from "../executions/list_executions.ts";
import { movesOf } from "../executions/moves.ts";
import { deleteInstrument, findInstrument, instrumentView, listInstruments } from "../instruments/instruments.ts";
import { reconcile } from "../reconcile/reconcile.ts";
import { eraseRecords } from "../vault/records.ts";
import { DeliveriesQuery, ExecutionsQuery } from "../schemas/queries.ts";
import { deliveryView, listDeliveries, readDelivery, replayOf } from "../webhooks/deliveries.ts";
import { answerOnce, EXECUTION, keyOf, readClient, readOwn } from "./merchant_access.ts";

const INSTRUMENTS = "/merchant/holders/:holder/instruments";
const DELIVERIES = "/merchant/webhooks/deliveries";

export function merchantLists(context: PaymentContext): Hono {
  const app = new Hono();
  app.get("/merchant/executions", async (c) => {
    const clientId = await readClient(context, c);
    const { rows, ...rest } = await listExecutions(context, clientId, parseQuery(ExecutionsQuery, c.req.url));
    return c.json({ results: rows.map(executionSummary), ...rest });
  });
  app.get(`${EXECUTION}/moves`, async (c) => {
    const row = await reconcile(context, await readOwn(context, c));
    return c.json({ results: movesOf(row) });
  });
  app.get(INSTRUMENTS, async (c) => {
    const owner = { client_id: await readClient(context, c), holder_reference: c.req.param("holder") };
    const instruments = (await listInstruments(context.db, owner)).map(instrumentView);
    return c.json({ results: instruments });
  });
  app.delete(`${INSTRUMENTS}/:id`, async (c) => {
    const owner = { client_id: await readClient(context, c), holder_reference: c.req.param("holder") };
    return await answerOnce(context, { c, clientId: owner.client_id, key: keyOf(c), body: null }, async (claim) => {
      const found = await findInstrument(context.db, owner, c.req.param("id"));
      const answer = { success: true, id: found.id };
      await context.db.transaction().execute(async (trx) => {
        await deleteInstrument({ db: trx, clock: context.clock }, found);
        await claim.finish(trx, answer);
      });
      return answer;
    });
  });
  app.delete("/merchant/holders/:holder/records", async (c) => {
    const owner = { client_id: await readClient(context, c), holder_reference: c.req.param("holder") };
    return await answerOnce(
      context,
      { c, clientId: owner.client_id, key: keyOf(c), body: null },
      async (claim) =>
        await context.db.transaction().execute(async (trx) => {
          const answer = { success: true, records: await eraseRecords(trx, owner) };
          await claim.finish(trx, answer);
          return answer;
        }),
    );
  });
  app.route("/", deliveries(context));
  return app;
}

function deliveries(context: PaymentContext): Hono {
  const app = new Hono();
  app.get(DELIVERIES, async (c) => {
    const clientId = await readClient(context, c);
    const { rows, ...rest } = await listDeliveries(context, clientId, parseQuery(DeliveriesQuery, c.req.url));
    return c.json({ results: rows.map(deliveryView), ...rest });
  });
  app.get(`${DELIVERIES}/:id`, async (c) => {
    return c.json(deliveryView(await readDelivery(context, await readClient(context, c), c.req.param("id"))));
  });
  app.post(`${DELIVERIES}/:id/replay`, async (c) => {
    const clientId = await readClient(context, c);
    return await answerOnce(context, { c, clientId, key: keyOf(c), body: null }, async (claim) => {
      const replay = await replayOf(context, await readDelivery(context, clientId, c.req.param("id")));
      const answer = deliveryView(replay);
      await context.db.transaction().execute(async (trx) => {
        await trx.insertInto("pay_webhooks").values(replay).execute();
        await claim.finish(trx, answer);
      });
      return answer;
    });
  });
  return app;
}
