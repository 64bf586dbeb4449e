/** Remembers used seals: a sealed card is good for one request (SECURITY M4). */
import type { Trx } from "../db/queries.ts";
import { ApiError } from "../context/api_errors.ts";

export interface SealUse {
  readonly hash: string;
  readonly executionId: string;
  readonly purpose: "authorize" | "save";
  readonly nowMs: number;
}

/** Marks the seal as used; a second use fails the transaction (SECURITY M4). */
export async function useSeal(trx: Trx, { hash, executionId, purpose, nowMs }: SealUse): Promise<void> {
  const row = { hash, execution_id: executionId, purpose, used_ms: nowMs };
  const { numInsertedOrUpdatedRows } = await trx.insertInto("pay_used_seals").values(row)
    .onConflict((on) => on.column("hash").doNothing()).executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new ApiError("seal-used");
}
