/** /client: what the shopper's page calls, with a token that is good for one execution. */
import { type Context, Hono } from "hono";
import { readJson } from "../../http/limits.ts";
import { authorize } from "./authorize.ts";
import { AuthorizeRequest, BinBody, ConfirmBody, parseRequest } from "./bodies.ts";
import { lookUpBin } from "./bins.ts";
import { executionView } from "./execution_view.ts";
import { readExecution } from "./executions.ts";
import { Fault } from "./faults.ts";
import { once, readKey, requestKeyOf } from "./idempotency.ts";
import { deleteInstrument, findInstrument, ownerOf } from "./instruments.ts";
import { goOn } from "./answers.ts";
import { refresh } from "./refresh.ts";
import { saveInstrument, updateInstrument } from "./saves.ts";
import { startSession } from "./wallet_session.ts";
import type { Service } from "./service.ts";
import type { ExecutionRow } from "./tables.ts";
import { IP_HEADER, networkKey, noteTry, refuseTesting } from "./velocity.ts";

export function clientRoutes(service: Service): Hono {
  const { settings } = service;
  const app = new Hono();
  app.get("/executions/:id", async (c) => {
    const row = await refresh(service, await readNamed(service, c));
    return c.json(executionView(settings, row));
  });
  app.post("/executions/:id/authorize", async (c) => {
    const row = await readNamed(service, c);
    return await act(service, c, row, async (body, requestKey) => {
      const ask = {
        executionId: row.id,
        body: parseRequest(AuthorizeRequest, body),
        side: "client",
        requestKey,
      } as const;
      const network = await networkKey(service, c.req.header(IP_HEADER));
      await refuseTesting(service, network, "decline");
      const paid = await authorize(service, ask);
      if (paid.state === "declined") await noteTry(service, network, "decline");
      return executionView(settings, paid);
    });
  });
  app.post("/executions/:id/confirm", async (c) => {
    const row = await readNamed(service, c);
    return await act(
      service,
      c,
      row,
      async (body, requestKey) => executionView(settings, await confirm(service, row, { body, requestKey })),
    );
  });
  app.post("/executions/:id/session", async (c) => {
    const row = await readNamed(service, c);
    return c.json(startSession(service, row, await readJson(c.req.raw, { anyType: true })));
  });
  app.post("/bin-lookup", async (c) => {
    await readBearer(service, c);
    return c.json(lookUpBin(parseRequest(BinBody, await readJson(c.req.raw, { anyType: true })).bin));
  });
  app.post("/instruments", async (c) => {
    const row = await readBearer(service, c);
    return await act(service, c, row, async (body) => {
      const network = await networkKey(service, c.req.header(IP_HEADER));
      await refuseTesting(service, network, "save");
      const saved = await saveInstrument(service, { row, body });
      await noteTry(service, network, "save");
      return saved;
    });
  });
  app.delete("/instruments/:id", async (c) => {
    const row = await readBearer(service, c);
    const id = c.req.param("id");
    const key = readKey(c.req.header("x-idempotency-key"));
    const keyed = { scope: `execution ${row.id}`, key, method: c.req.method, path: c.req.path, body: null };
    return await once(service, keyed, async () => {
      await deleteInstrument(service, await findInstrument(service.db, ownerOf(row), id));
      return { success: true, id };
    });
  });
  app.patch("/instruments/:id", async (c) => {
    const row = await readBearer(service, c);
    return await act(service, c, row, (body) => updateInstrument(service, { row, body }, c.req.param("id")));
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

interface Confirming {
  readonly body: unknown;
  readonly requestKey: string;
}

/** Only a payment that waits for it can be confirmed; a confirm before authorize finds nothing. */
async function confirm(service: Service, row: ExecutionRow, { body, requestKey }: Confirming): Promise<ExecutionRow> {
  const { orderId, tokenId } = parseRequest(ConfirmBody, body ?? {}).data ?? {};
  const known = await service.db.selectFrom("pay_intents").select("key").where("request_key", "=", requestKey)
    .executeTakeFirst();
  const fresh = await refresh(service, row);
  if (known !== undefined) return fresh;
  if (fresh.state !== "pending" || fresh.action !== "confirm") throw new Fault("nothing-to-confirm");
  // An order of an earlier try, or of another page, confirms nothing.
  if ([orderId, tokenId].some((given) => given !== undefined && given !== fresh.charge_key)) {
    throw new Fault("nothing-to-confirm");
  }
  return await goOn(service, { row: fresh, answer: "confirmed", requestKey });
}

type Run = (body: unknown, requestKey: string) => Promise<unknown>;

async function act(service: Service, c: Context, row: ExecutionRow, run: Run): Promise<Response> {
  const key = readKey(c.req.header("x-idempotency-key"));
  const body = await readJson(c.req.raw, { anyType: true });
  const keyed = { scope: `execution ${row.id}`, key, method: c.req.method, path: c.req.path, body };
  return await once(service, keyed, () => run(body, requestKeyOf(keyed)));
}
