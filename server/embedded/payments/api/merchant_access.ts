/** Which merchant calls, and whether what it names is its own. */
import type { Context } from "hono";
import { readExecution } from "../executions/executions.ts";
import { ApiError } from "../context/api_errors.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow } from "../db/tables.ts";

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
