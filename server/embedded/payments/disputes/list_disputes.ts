/** Lists, searches and reads a merchant's disputes. */
import type * as z from "zod/mini";
import { openNumber } from "../vault/at_rest.ts";
import { fileView } from "../vault/evidence.ts";
import { ApiError } from "../context/api_errors.ts";
import type { PaymentContext } from "../context/context.ts";
import { isOnPage, type Page, pageOf, readCursor } from "../context/pages.ts";
import type { Queries } from "../db/queries.ts";
import type { DisputeRow } from "../db/dispute_tables.ts";
import type { DisputeFileView } from "../schemas/disputes.ts";
import type { DisputesQuery } from "../schemas/queries.ts";

/** One page of the merchant's disputes, newest first. */
export async function listDisputes(
  context: PaymentContext,
  clientId: string,
  query: z.infer<typeof DisputesQuery>,
): Promise<Page<DisputeRow>> {
  const { executionId, merchantReference, holderReference, state, kind, respondBefore, limit } = query;
  const { changedFrom, changedBefore } = query;
  const list = { list: "disputes", clientId, query };
  const after = readCursor(context, list);
  const rows = await context.db.selectFrom("pay_disputes").selectAll().where("client_id", "=", clientId)
    .$if(executionId !== undefined, (some) => some.where("execution_id", "=", executionId ?? ""))
    .$if(merchantReference !== undefined, (some) => some.where("merchant_reference", "=", merchantReference ?? ""))
    .$if(holderReference !== undefined, (some) => some.where("holder_reference", "=", holderReference ?? ""))
    .$if(state !== undefined, (some) => some.where("state", "=", state ?? ""))
    .$if(kind !== undefined, (some) => some.where("kind", "=", kind ?? ""))
    .$if(respondBefore !== undefined, (some) => some.where("respond_by_ms", "<", Date.parse(respondBefore ?? "")))
    .$if(changedFrom !== undefined, (some) => some.where("changed_ms", ">=", Date.parse(changedFrom ?? "")))
    .$if(changedBefore !== undefined, (some) => some.where("changed_ms", "<", Date.parse(changedBefore ?? "")))
    .where(isOnPage(query, after))
    .orderBy("created_ms", "desc").orderBy("id", "desc").limit(limit + 1).execute();
  return pageOf(context, list, rows);
}

/** The merchant's own dispute. Another merchant's gets the same 404 as one that does not exist. */
export async function readDispute(db: Queries, clientId: string, id: string): Promise<DisputeRow> {
  const row = await db.selectFrom("pay_disputes").selectAll().where("id", "=", id).where("client_id", "=", clientId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("not-found");
  return row;
}

/** True while an issuer holds the execution's money: a refund would return it a second time. */
export async function isChargedBack(db: Queries, executionId: string): Promise<boolean> {
  const rows = await db.selectFrom("pay_disputes").select(["withdrawn_minor", "returned_minor"])
    .where("execution_id", "=", executionId).execute();
  return rows.some(({ withdrawn_minor, returned_minor }) => withdrawn_minor > returned_minor);
}

/** A file of the dispute's evidence. Throws 404 for one of another dispute. */
export async function readFile({ db, keys }: PaymentContext, disputeId: string, id: string): Promise<DisputeFileView> {
  const file = await db.selectFrom("pay_dispute_files").selectAll().where("id", "=", id)
    .where("dispute_id", "=", disputeId).executeTakeFirst();
  if (file === undefined) throw new ApiError("not-found");
  return { ...fileView(file), content: await openNumber(keys, file.sealed, file.id) };
}
