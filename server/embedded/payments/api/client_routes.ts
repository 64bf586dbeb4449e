/** /client: what the shopper's page calls, with a token that is good for one execution. */
import { type Context, Hono } from "hono";
import { together } from "../../../db/postgres/together.ts";
import { readJson } from "../../../platform/http/request_limits.ts";
import { authorize, isKnown } from "../authorize/authorize.ts";
import { AuthorizeRequest, BinBody, ConfirmBody, parseRequest } from "../context/bodies.ts";
import { lookUpBin } from "../instruments/bins.ts";
import { type Claim, recordingOf } from "../idempotency/claim.ts";
import { executionView } from "../executions/execution_view.ts";
import { readExecution } from "../executions/executions.ts";
import { Fault } from "../context/api_errors.ts";
import { once, readKey, requestKeyOf } from "../idempotency/idempotency.ts";
import { deleteInstrument, findInstrument } from "../instruments/instruments.ts";
import { ownerOf } from "../db/owner.ts";
import { goOn } from "../authorize/continue.ts";
import { refresh } from "../reconcile/reconcile.ts";
import { saveInstrument, updateInstrument } from "../instruments/tokenize.ts";
import { startSession } from "../authorize/wallet_session.ts";
import type { Service } from "../context/context.ts";
import type { ExecutionRow } from "../db/tables.ts";
import { IP_HEADER, networkKey, noteTry, refuseTesting } from "../fraud/velocity.ts";
import { watch } from "../fraud/screening.ts";

export function clientRoutes(service: Service): Hono {
  const { settings } = service;
  const app = new Hono();
  app.get("/executions/:id", async (c) => {
    const row = await refresh(service, await readNamed(service, c));
    return c.json(executionView(settings, row));
  });
  app.post("/executions/:id/authorize", async (c) => {
    const row = await readNamed(service, c);
    return await act(service, c, row, async ({ body, requestKey, claim }) => {
      const view = (paid: ExecutionRow) => executionView(settings, paid);
      const record = recordingOf(claim, view);
      const network = await networkKey(service, c.req.header(IP_HEADER));
      const watched = await watch(service, { clientId: row.client_id, network });
      const ask = { row, body: parseRequest(AuthorizeRequest, body), side: "client", requestKey, record } as const;
      const paid = await authorize(service, { ...ask, watch: watched });
      await watched.note(paid);
      return view(paid);
    });
  });
  app.post("/executions/:id/confirm", async (c) => {
    const row = await readNamed(service, c);
    return await act(
      service,
      c,
      row,
      async (asked) => executionView(settings, await confirm(service, row, asked)),
    );
  });
  app.post("/executions/:id/session", async (c) => {
    const row = await readNamed(service, c);
    return c.json(startSession(service, row, await readJson(c.req.raw, { isPayments: true })));
  });
  app.post("/bin-lookup", async (c) => {
    await readBearer(service, c);
    return c.json(lookUpBin(parseRequest(BinBody, await readJson(c.req.raw, { isPayments: true })).bin));
  });
  app.post("/instruments", async (c) => {
    const row = await readBearer(service, c);
    return await act(service, c, row, async ({ body, claim }) => {
      const network = await networkKey(service, c.req.header(IP_HEADER));
      await refuseTesting(service, network, "save");
      const saved = await saveInstrument(service, { row, body, claim });
      await noteTry(service, network, "save");
      return saved;
    });
  });
  app.delete("/instruments/:id", async (c) => {
    const row = await readBearer(service, c);
    const id = c.req.param("id");
    const key = readKey(c.req.header("x-idempotency-key"));
    const keyed = {
      scope: `execution ${row.id} ${c.req.path}`,
      key,
      method: c.req.method,
      path: c.req.path,
      body: null,
    };
    return await once(service, keyed, async (claim) => {
      const found = await findInstrument(service.db, ownerOf(row), id);
      const answer = { success: true, id };
      await service.db.transaction().execute(async (trx) => {
        await deleteInstrument({ db: trx, clock: service.clock }, found);
        await together(trx, [claim.finish(trx, answer)]);
      });
      claim.done();
      return answer;
    });
  });
  app.patch("/instruments/:id", async (c) => {
    const row = await readBearer(service, c);
    return await act(service, c, row, ({ body }) => updateInstrument(service, { row, body }, c.req.param("id")));
  });
  return app;
}

/** The execution the token was made for. */
async function readBearer({ tokens, db }: Service, c: Context): Promise<ExecutionRow> {
  return await readExecution(db, await tokens.readExecution(c.req.header("authorization")));
}

/** The execution of the token, which must be the one in the address (SECURITY M3). */
async function readNamed(service: Service, c: Context): Promise<ExecutionRow> {
  const row = await readBearer(service, c);
  if (row.id !== c.req.param("id")) throw new Fault("not-found");
  return row;
}

interface Asked {
  readonly body: unknown;
  readonly requestKey: string;
  readonly claim: Claim;
}

/** Only a payment that waits for it can be confirmed; a confirm before authorize finds nothing. */
async function confirm(service: Service, row: ExecutionRow, { body, requestKey, claim }: Asked): Promise<ExecutionRow> {
  const { orderId, tokenId } = parseRequest(ConfirmBody, body ?? {}).data ?? {};
  const known = claim.isRepeat && await isKnown(service, requestKey);
  const fresh = await refresh(service, await readExecution(service.db, row.id));
  if (known) return fresh;
  if (fresh.state !== "pending" || fresh.action !== "confirm") throw new Fault("nothing-to-confirm");
  // An order of an earlier try, or of another page, confirms nothing.
  if ([orderId, tokenId].some((given) => given !== undefined && given !== fresh.charge_key)) {
    const detail = "This execution waits for another order: send the one of links.confirm. Nothing was charged.";
    throw new Fault("nothing-to-confirm", { detail });
  }
  const record = recordingOf(claim, (paid) => executionView(service.settings, paid));
  return await goOn(service, { row: fresh, answer: "confirmed", asked: { requestKey, record } });
}

type Run = (asked: Asked) => Promise<unknown>;

async function act(service: Service, c: Context, row: ExecutionRow, run: Run): Promise<Response> {
  const key = readKey(c.req.header("x-idempotency-key"));
  const body = await readJson(c.req.raw, { isPayments: true });
  const keyed = { scope: `execution ${row.id} ${c.req.path}`, key, method: c.req.method, path: c.req.path, body };
  return await once(service, keyed, (claim) => run({ body, claim, requestKey: requestKeyOf(keyed) }));
}
