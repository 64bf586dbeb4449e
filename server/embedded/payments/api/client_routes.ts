/** /client: what the shopper's page calls, with a token for one execution. */
import { type Context, Hono } from "hono";
import { authorize, isKnown } from "../authorize/authorize.ts";
import { AuthorizeRequest, BinBody, ConfirmBody, parseRequest, readPaymentsJson } from "../context/bodies.ts";
import { lookUpBin } from "../instruments/bins.ts";
import { type Claim, recordingOf } from "../idempotency/claim.ts";
import { executionView } from "../executions/execution_view.ts";
import { readExecution } from "../executions/executions.ts";
import { ApiError } from "../context/api_errors.ts";
import { readKey, requestKeyOf, runOnce, runOnceFor } from "../idempotency/idempotency.ts";
import { deleteInstrument, findInstrument } from "../instruments/instruments.ts";
import { ownerOf } from "../db/owner.ts";
import { continueAuthorization } from "../authorize/continue.ts";
import { giveUp } from "../authorize/give_up.ts";
import { reconcile } from "../reconcile/reconcile.ts";
import { saveInstrument, updateInstrument } from "../instruments/tokenize.ts";
import { startSession } from "../authorize/apple_pay_session.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow } from "../db/tables.ts";
import { giveBack, IP_HEADER, networkKey, takePoint } from "../fraud/velocity.ts";
import { payScreened } from "../fraud/screening.ts";

export function clientRoutes(context: PaymentContext): Hono {
  const { settings } = context;
  const app = new Hono();
  app.get("/executions/:id", async (c) => {
    const row = await reconcile(context, await readNamed(context, c));
    return c.json(executionView(settings, row));
  });
  app.post("/executions/:id/authorize", async (c) => {
    return await answerOnce(context, c, await namedId(context, c), async ({ row, body, requestKey, claim }) => {
      const view = (paid: ExecutionRow) => executionView(settings, paid);
      const record = recordingOf(claim, view);
      const network = await networkKey(context, c.req.header(IP_HEADER));
      const screened = { clientId: row.client_id, network };
      return view(
        await payScreened(context, screened, (screening) => {
          const ask = { row, body: parseRequest(AuthorizeRequest, body), side: "client", requestKey, record } as const;
          return authorize(context, { ...ask, screening });
        }),
      );
    });
  });
  app.post("/executions/:id/confirm", async (c) => {
    return await answerOnce(
      context,
      c,
      await namedId(context, c),
      async (request) => executionView(settings, await confirm(context, request.row, request)),
    );
  });
  app.post("/executions/:id/give-up", async (c) => {
    return await answerOnce(
      context,
      c,
      await namedId(context, c),
      async (request) => executionView(settings, await giveUp(context, request.row, request)),
    );
  });
  app.post("/executions/:id/session", async (c) => {
    const row = await readNamed(context, c);
    return c.json(startSession(context, row, await readPaymentsJson(c.req.raw)));
  });
  app.post("/bin-lookup", async (c) => {
    await readBearer(context, c);
    return c.json(lookUpBin(parseRequest(BinBody, await readPaymentsJson(c.req.raw)).bin));
  });
  app.post("/instruments", async (c) => {
    return await answerOnce(context, c, await bearerId(context, c), async ({ row, body, claim }) => {
      const network = await networkKey(context, c.req.header(IP_HEADER));
      const point = await takePoint(context, network, "save");
      try {
        return await saveInstrument(context, { row, body, claim });
      } catch (error) {
        await giveBack(context, point);
        throw error;
      }
    });
  });
  app.delete("/instruments/:id", async (c) => {
    const row = await readBearer(context, c);
    const id = c.req.param("id");
    const key = readKey(c.req.header("x-idempotency-key"));
    const keyed = {
      scope: `execution ${row.id} ${c.req.path}`,
      key,
      method: c.req.method,
      path: c.req.path,
      body: null,
    };
    return await runOnce(context, keyed, async (claim) => {
      const found = await findInstrument(context.db, ownerOf(row), id);
      const answer = { success: true, id };
      await context.db.transaction().execute(async (trx) => {
        await deleteInstrument({ db: trx, clock: context.clock }, found);
        await claim.finish(trx, answer);
      });
      claim.done();
      return answer;
    });
  });
  app.patch("/instruments/:id", async (c) => {
    const update = ({ row, body }: ClientRequest) => updateInstrument(context, { row, body }, c.req.param("id"));
    return await answerOnce(context, c, await bearerId(context, c), update);
  });
  return app;
}

/** The id of the token's execution. */
function bearerId({ tokens }: PaymentContext, c: Context): Promise<string> {
  return tokens.readExecution(c.req.header("authorization"));
}

/** The id of the token's execution, which must be the one in the address (SECURITY M3). */
async function namedId(context: PaymentContext, c: Context): Promise<string> {
  const id = await bearerId(context, c);
  if (id !== c.req.param("id")) throw new ApiError("not-found");
  return id;
}

/** The execution of the token. */
async function readBearer(context: PaymentContext, c: Context): Promise<ExecutionRow> {
  return await readExecution(context.db, await bearerId(context, c));
}

/** The execution of the token, which must be the one in the address. */
async function readNamed(context: PaymentContext, c: Context): Promise<ExecutionRow> {
  return await readExecution(context.db, await namedId(context, c));
}

interface ClientRequest {
  readonly row: ExecutionRow;
  readonly body: unknown;
  readonly requestKey: string;
  readonly claim: Claim;
}

/** Confirms a payment that waits for it. A confirm before authorize finds no such payment. */
async function confirm(
  context: PaymentContext,
  row: ExecutionRow,
  { body, requestKey, claim }: ClientRequest,
): Promise<ExecutionRow> {
  const { orderId, tokenId } = parseRequest(ConfirmBody, body ?? {}).data ?? {};
  const known = claim.isRepeat && await isKnown(context, requestKey);
  const fresh = await reconcile(context, await readExecution(context.db, row.id));
  if (known) return fresh;
  if (fresh.state !== "pending" || fresh.action !== "confirm") throw new ApiError("nothing-to-confirm");
  // The order of an earlier attempt or of another page confirms nothing.
  if ([orderId, tokenId].some((given) => given !== undefined && given !== fresh.charge_key)) {
    const detail = "This execution waits for another order: send the one of links.confirm. Nothing was charged.";
    throw new ApiError("nothing-to-confirm", { detail });
  }
  const record = recordingOf(claim, (paid) => executionView(context.settings, paid));
  return await continueAuthorization(context, { row: fresh, answer: "confirmed", request: { requestKey, record } });
}

type Handle = (request: ClientRequest) => Promise<unknown>;

async function answerOnce(context: PaymentContext, c: Context, executionId: string, run: Handle): Promise<Response> {
  const key = readKey(c.req.header("x-idempotency-key"));
  const body = await readPaymentsJson(c.req.raw);
  const { method, path } = c.req;
  const keyed = { scope: `execution ${executionId} ${path}`, key, method, path, body, executionId };
  return await runOnceFor(
    context,
    keyed,
    (claim, row) => run({ row, body, claim, requestKey: requestKeyOf(keyed) }),
  );
}
