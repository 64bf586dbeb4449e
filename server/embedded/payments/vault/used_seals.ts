/** Remembers used seals: a sealed card is good for one request (SECURITY M4). */
import type { Statement } from "../../../db/postgres/pipeline.ts";
import type { Trx } from "../db/queries.ts";
import { ApiError } from "../context/api_errors.ts";

export interface SealUse {
  readonly hash: string;
  readonly executionId: string;
  readonly purpose: "authorize" | "save";
  readonly nowMs: number;
}

/** Marks the seal as used; a second use fails the transaction (SECURITY M4). */
export function useSeal(trx: Trx, { hash, executionId, purpose, nowMs }: SealUse): Statement {
  const row = { hash, execution_id: executionId, purpose, used_ms: nowMs };
  return {
    query: trx.insertInto("pay_used_seals").values(row).onConflict((on) => on.column("hash").doNothing()),
    check(changed) {
      if (changed !== 1n) throw new ApiError("seal-used");
    },
  };
}
