/** Which merchant calls, and whether what it names is its own. */
import type { Context } from "hono";
import { readExecution } from "../executions/executions.ts";
import { ApiError } from "../context/api_errors.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow } from "../db/tables.ts";
import type { Claim } from "../idempotency/claim.ts";
import { type KeyedRequest, readKey, requestKeyOf, runOnce } from "../idempotency/idempotency.ts";

export const EXECUTION = "/merchant/workflows/:code/executions/:id";

/** The client of the token, while the settings still name it. */
export async function readClient({ tokens, settings }: PaymentContext, c: Context): Promise<string> {
  const clientId = await tokens.readMerchant(c.req.header("authorization"));
  if (!settings.clients.some(({ id }) => id === clientId)) throw new ApiError("unauthorized");
  return clientId;
}

/** An execution of this client under this workflow. All others answer the same 404. */
export async function readOwn(context: PaymentContext, c: Context): Promise<ExecutionRow> {
  const clientId = await readClient(context, c);
  const row = await readExecution(context.db, c.req.param("id") ?? "");
  refuseOthers(c, row, clientId);
  return row;
}

/** Throws the uniform 404 for an execution of another client or workflow. */
export function refuseOthers(c: Context, row: ExecutionRow, clientId: string): void {
  if (row.client_id !== clientId || row.workflow_code !== c.req.param("code")) throw new ApiError("not-found");
}

/** The idempotency key of a call. Throws 400 without a valid one. */
export function keyOf(c: Context): string {
  return readKey(c.req.header("x-idempotency-key"));
}

export interface KeyedCall extends Pick<KeyedRequest, "key" | "body" | "restore"> {
  readonly c: Context;
  readonly clientId: string;
}

/** Runs a merchant's call once per idempotency key. `run` writes its answer in the transaction of its effects. */
export async function answerOnce(
  context: PaymentContext,
  { c, clientId, ...keyed }: KeyedCall,
  run: (claim: Claim, requestKey: string) => Promise<unknown>,
): Promise<Response> {
  const { method, path } = c.req;
  const request = { ...keyed, scope: `client ${clientId}`, method, path };
  return await runOnce(context, request, async (claim) => {
    const answer = await run(claim, requestKeyOf(request));
    claim.done();
    return answer;
  });
}
